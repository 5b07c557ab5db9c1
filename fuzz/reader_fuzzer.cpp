// One reader's property under libFuzzer; the build sets CLEARANCE_FUZZ_READER to the reader's name.
#include <fuzz/reader_properties.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const clearance::properties::Reader& reader : clearance::properties::kReaders) {
    if (std::string_view(reader.name) != CLEARANCE_FUZZ_READER) continue;
    if (!reader.holds({reinterpret_cast<const char*>(data), size})) std::abort();
  }
  return 0;
}
