#include "align/links.h"

#include <charconv>
#include <cstdio>
#include <stdexcept>

#include "base/error.h"
#include "base/foreign.h"
#include "base/limits.h"
#include "base/number.h"
#include "base/split.h"

namespace manyways::align {
namespace {

[[noreturn]] void fail(const std::string& path, std::uint64_t line, std::string_view found,
                       std::string_view text) {
  std::string shown(found.substr(0, 40));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  }
  if (text.substr(0, text.find('\n')).find(" ||| ") != text.npos) {
    throw InputError(path, line, "'" + shown + "' is not a link such as 3-4; this is a bitext",
                     "Give the links that fast_align or another aligner made of it.");
  }
  throw input_error(path, line, "'" + shown + "' is not a link such as 3-4",
                    "Links are source-target positions, from 0, with spaces between them.", text);
}

const char* read_position(const char* at, const char* end, std::uint32_t& value) {
  const char* const rest = parse_index(at, end, value);
  return rest != nullptr && value < kMaxPosition ? rest : nullptr;
}

// One link; false if it is none.
bool read_link(std::string_view token, Links& links) {
  const char* end = token.data() + token.size();
  std::uint32_t i = 0, j = 0;
  const char* at = read_position(token.data(), end, i);
  if (at == nullptr || at == end || (*at != '-' && *at != 'p')) return false;
  const bool possible = *at == 'p';
  at = read_position(at + 1, end, j);
  if (at == nullptr) return false;
  const std::size_t index = links.source.size();
  if (at != end) {
    double probability = 0;
    if (*at != ':' || !parse_number({at + 1, end}, probability)) return false;
    if (!(probability >= 0 && probability <= 1)) return false;
    links.probability.resize(index, 1.0f);
    links.probability.push_back(static_cast<float>(probability));
  } else if (!links.probability.empty()) {
    links.probability.push_back(1.0f);
  }
  if (possible) links.possible.resize(index, 0);
  if (possible || !links.possible.empty()) links.possible.push_back(possible);
  links.add(i, j);
  return true;
}

void append_number(std::string& out, std::int32_t value) {
  char buffer[12];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  out.append(buffer, result.ptr);
}

}  // namespace

void LinksView::check() const {
  const auto total = static_cast<std::int64_t>(source.size());
  bool good = !offsets.empty() && offsets.front() == 0 && offsets.back() == total;
  for (std::size_t s = 0; good && s < size(); ++s) good = offsets[s] <= offsets[s + 1];
  good = good && target.size() == source.size();
  good = good && (probability.empty() || probability.size() == source.size());
  for (std::size_t k = 0; good && k < source.size(); ++k) {
    good = source[k] >= 0 && target[k] >= 0 && source[k] < kMaxPosition && target[k] < kMaxPosition;
  }
  if (!good) throw std::invalid_argument("the columns of the links do not fit each other");
}

Links parse_links(std::string_view text, const std::string& path) {
  Links links;
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    check_line_length(end - at, path, ++number);
    for_each_word(text.substr(at, end - at), [&](std::string_view token) {
      if (!read_link(token, links)) fail(path, number, token, text);
    });
    links.end_sentence();
    at = end + 1;
  }
  return links;
}

std::string format_links(const LinksView& links) {
  std::string out;
  out.reserve(links.source.size() * 6 + links.size());
  for (std::size_t s = 0; s < links.size(); ++s) {
    for (auto k = static_cast<std::size_t>(links.offsets[s]);
         k < static_cast<std::size_t>(links.offsets[s + 1]); ++k) {
      if (k > static_cast<std::size_t>(links.offsets[s])) out += ' ';
      append_number(out, links.source[k]);
      out += '-';
      append_number(out, links.target[k]);
      if (!links.probability.empty()) {
        char buffer[16];
        std::snprintf(buffer, sizeof buffer, ":%.4f", static_cast<double>(links.probability[k]));
        out += buffer;
      }
    }
    out += '\n';
  }
  return out;
}

Links join_links(std::vector<Links>&& pieces) {
  Links all;
  std::size_t total = 0, sentences = 0;
  for (const Links& piece : pieces) {
    total += piece.source.size();
    sentences += piece.offsets.size() - 1;
  }
  all.source.reserve(total);
  all.target.reserve(total);
  all.offsets.reserve(sentences + 1);
  for (Links& piece : pieces) {
    const auto start = static_cast<std::int64_t>(all.source.size());
    all.source.insert(all.source.end(), piece.source.begin(), piece.source.end());
    all.target.insert(all.target.end(), piece.target.begin(), piece.target.end());
    all.probability.insert(all.probability.end(), piece.probability.begin(),
                           piece.probability.end());
    for (std::size_t s = 1; s < piece.offsets.size(); ++s) {
      all.offsets.push_back(start + piece.offsets[s]);
    }
    piece = Links();
  }
  return all;
}

}  // namespace manyways::align
