#include "phrases/lines.h"

#include "base/error.h"
#include "base/number.h"
#include "base/split.h"
#include "base/utf8.h"

namespace manyways::phrases {

std::string_view LineReader::checked(std::string_view line) {
  ++line_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  if (const std::size_t bad = unicode::invalid_utf8_at(line); bad != line.size()) {
    throw input_error(path_, line_, "byte " + std::to_string(bad + 1) + " is not UTF-8 text",
                      "Is this a text table? It may be a binary file, or in another encoding.",
                      head_);
  }
  return line;
}

void LineReader::fail(const std::string& message, const std::string& remedy) const {
  throw input_error(path_, line_, message, remedy, line_ <= 1 ? head_ : std::string_view());
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  return result.append(text.substr(0, 80)).append("'");
}

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    const std::size_t bar = line.find("|||");
    fields.push_back(stripped(line.substr(0, bar)));
    if (bar == std::string_view::npos) return;
    line.remove_prefix(bar + 3);
  }
}

bool parse_link(std::string_view text, std::uint32_t& source, std::uint32_t& target) {
  const std::size_t dash = text.find('-');
  return dash != std::string_view::npos && parse_index(text.substr(0, dash), source) &&
         parse_index(text.substr(dash + 1), target);
}

}  // namespace manyways::phrases
