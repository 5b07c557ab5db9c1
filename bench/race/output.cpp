#include <bench/race/output.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <filesystem>

namespace clearance::bench {
namespace {

// Characters, not bytes: UTF-8 continuation bytes take no place.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += format("\\u%04x", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string json(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  const double number = std::get<double>(value);
  return std::isfinite(number) ? format("%.6g", number) : "null";
}

}  // namespace

std::string format(const char* pattern, ...) {
  char buffer[512];
  std::va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

void Table::print(std::FILE* file) const {
  std::vector<std::size_t> columns;
  for (const auto& cells : rows_) {
    columns.resize(std::max(columns.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i] = std::max(columns[i], width(cells[i]));
  }
  std::size_t total = 0;
  for (const std::size_t column : columns) total += column + 2;
  std::fprintf(file, "\n%s\n", title_.c_str());
  for (const auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string pad(columns[i] - width(cells[i]), ' ');
      line += i == 0 ? cells[i] + pad : "  " + pad + cells[i];
    }
    if (cells.empty()) line.assign(total - 2, '-');
    line.erase(line.find_last_not_of(' ') + 1);
    std::fprintf(file, "%s\n", line.c_str());
  }
}

void Report::begin(const std::string& experiment) { sections_.push_back({experiment, {}, {}, {}, {}}); }

void Report::progress(const std::string& what) {
  if (!show_progress_) return;
  const std::string pad(progress_width_ > width(what) ? progress_width_ - width(what) : 0, ' ');
  std::fprintf(stderr, "\r%s%s%s", what.c_str(), pad.c_str(), what.empty() ? "\r" : "");
  std::fflush(stderr);
  progress_width_ = width(what);
}

bool Report::write_plots(const std::string& folder, std::string& fault) const {
  for (const Section& section : sections_) {
    for (const auto& [name, plot] : section.plots) {
      std::error_code error;
      std::filesystem::create_directories(folder, error);
      const std::string path = folder + "/" + name + ".svg", text = plot.svg();
      std::FILE* const file = std::fopen(path.c_str(), "wb");
      const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
      if (file == nullptr || std::fclose(file) != 0 || !written) {
        fault = path + ": cannot write";
        return false;
      }
    }
  }
  return true;
}

void Report::print_text(std::FILE* file, const std::string& plots) {
  progress("");
  for (const Section& section : sections_) {
    for (const Table& table : section.tables) table.print(file);
    for (const std::string& note : section.notes) std::fprintf(file, "%s\n", note.c_str());
    for (const auto& [name, plot] : section.plots)
      if (!plots.empty()) std::fprintf(file, "Plot: %s/%s.svg\n", plots.c_str(), name.c_str());
  }
}

void Report::print_json(std::FILE* file) {
  progress("");
  std::fprintf(file, "{ \"format\": \"clearance-bench-1\",\n  \"experiments\": [");
  const char* before_section = "\n";
  for (const Section& section : sections_) {
    std::fprintf(file, "%s    { \"name\": %s, \"records\": [", before_section, quoted(section.name).c_str());
    const char* before_record = "\n";
    for (const Record& record : section.records) {
      std::fprintf(file, "%s      {", before_record);
      const char* before_field = " ";
      for (const auto& [key, value] : record) {
        std::fprintf(file, "%s%s: %s", before_field, quoted(key).c_str(), json(value).c_str());
        before_field = ", ";
      }
      std::fprintf(file, " }");
      before_record = ",\n";
    }
    std::fprintf(file, " ]");
    if (!section.plots.empty()) {
      std::string names;
      for (const auto& [name, plot] : section.plots) names += (names.empty() ? "" : ", ") + quoted(name + ".svg");
      std::fprintf(file, ",\n      \"plots\": [%s]", names.c_str());
    }
    std::fprintf(file, " }");
    before_section = ",\n";
  }
  std::fprintf(file, " ] }\n");
}

}  // namespace clearance::bench
