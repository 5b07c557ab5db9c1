#include <bench/race/single_step.h>

#if defined(__x86_64__) && defined(__linux__)
#include <ucontext.h>

#include <csignal>
#endif

namespace clearance::bench {
namespace {

// What the prefixes of a vector instruction say, in the terms of VEX.
struct Form {
  int type = 0;    // pp: 0 packed single, 1 packed double, 2 scalar single, 3 scalar double
  int bytes = 16;  // of a whole register

  int lanes() const { return type >= 2 ? 1 : type == 1 ? bytes / 8 : bytes / 4; }
};

// An opcode of the map 0F, or nothing of ours.
Operations of_opcode(int opcode, Form form) {
  switch (opcode) {
    case 0x51:  // sqrt
    case 0x58:  // add
    case 0x59:  // mul
    case 0x5c:  // sub
    case 0x5e:  // div
      return {1, 1, form.lanes(), 0};
    case 0x7c:  // hadd
    case 0x7d:  // hsub
    case 0xd0:  // addsub: packed alone; pp is 1 for doubles and 3 for singles
      return {1, 1, form.type == 1 ? form.bytes / 8 : form.type == 3 ? form.bytes / 4 : 0, 0};
    case 0x2e:  // ucomis
    case 0x2f:  // comis
      return {1, 0, 0, 1};
    case 0x5d:  // min
    case 0x5f:  // max
    case 0xc2:  // cmp
      return {1, 0, 0, form.lanes()};
    default:
      return {1, 0, 0, 0};
  }
}

bool is_legacy_prefix(unsigned char byte) {
  return byte == 0x66 || byte == 0xf2 || byte == 0xf3 || byte == 0x67 || byte == 0x2e || byte == 0x36 || byte == 0x3e ||
         byte == 0x26 || byte == 0x64 || byte == 0x65;
}

}  // namespace

Operations decode(const unsigned char* code) {
  Form form;
  for (int length = 0; length < 4 && is_legacy_prefix(*code); ++length, ++code) {
    if (*code == 0xf3) form.type = 2;
    if (*code == 0xf2) form.type = 3;
    if (*code == 0x66 && form.type == 0) form.type = 1;
  }
  if ((*code & 0xf0) == 0x40) ++code;  // REX
  if (*code == 0x0f) return of_opcode(code[1], form);
  if (*code == 0xc5) return of_opcode(code[2], {code[1] & 3, code[1] & 4 ? 32 : 16});
  if (*code == 0xc4 && (code[1] & 0x1f) == 1) return of_opcode(code[3], {code[2] & 3, code[2] & 4 ? 32 : 16});
  if (*code == 0x62 && (code[1] & 7) == 1) return of_opcode(code[4], {code[2] & 3, 16 << ((code[3] >> 5) & 3)});
  return {1, 0, 0, 0};
}

#if defined(__x86_64__) && defined(__linux__)
namespace {

Operations counted;  // by the handler, which can be told nothing

void count_next(int, siginfo_t*, void* context) {
  const auto next = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  const Operations added = decode(reinterpret_cast<const unsigned char*>(next));
  ++counted.instructions;
  counted.calculating += added.calculating;
  counted.arithmetic += added.arithmetic;
  counted.comparisons += added.comparisons;
}

// The flags are changed on the stack, below what the compiler may keep there without saying so.
void set_trap_flag() {
  asm volatile("lea -128(%%rsp), %%rsp\n pushfq\n orq $0x100, (%%rsp)\n popfq\n lea 128(%%rsp), %%rsp" ::
                   : "memory", "cc");
}
void clear_trap_flag() {
  asm volatile("lea -128(%%rsp), %%rsp\n pushfq\n andq $~0x100, (%%rsp)\n popfq\n lea 128(%%rsp), %%rsp" ::
                   : "memory", "cc");
}

// The flags' own instructions included.
Operations count_with_marks(const std::function<void()>& work) {
  counted = {};
  set_trap_flag();
  work();
  clear_trap_flag();
  return counted;
}

}  // namespace

std::optional<Operations> count_operations(const std::function<void()>& work) {
  struct sigaction ours = {}, before = {};
  ours.sa_sigaction = count_next;
  ours.sa_flags = SA_SIGINFO;
  if (sigaction(SIGTRAP, &ours, &before) != 0) return std::nullopt;
  const Operations marks = count_with_marks([] {}), all = count_with_marks(work);
  sigaction(SIGTRAP, &before, nullptr);
  if (marks.instructions == 0) return std::nullopt;
  return Operations{all.instructions - marks.instructions, all.calculating - marks.calculating,
                    all.arithmetic - marks.arithmetic, all.comparisons - marks.comparisons};
}
#else
std::optional<Operations> count_operations(const std::function<void()>&) { return std::nullopt; }
#endif

}  // namespace clearance::bench
