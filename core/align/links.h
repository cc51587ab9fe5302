// Word links of a corpus, in columns, and their text form (Pharaoh: "0-0 1-2 2-1", one line a
// pair).
//
//   Links links = parse_links(bytes, "links.txt");      // i-j, source-target, from 0
//   std::string text = format_links(links.view());
//
// Links of sentence s are offsets[s] .. offsets[s + 1]. What our own functions return is sorted by
// source, then target position, without doubles; parsing keeps the order of the file.
//
// Gold files mark a link that is only possible as "ipj"; a probability follows a colon: "0-1:0.93".
// Parsing is linear, a few hundred megabytes a second.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace manyways::align {

struct LinksView {
  std::span<const std::int32_t> source;
  std::span<const std::int32_t> target;
  std::span<const std::int64_t> offsets;
  std::span<const float> probability = {};  // empty, or one for each link

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  // Throws std::invalid_argument unless the columns fit each other and no position is negative.
  void check() const;
};

struct Links {
  std::vector<std::int32_t> source;
  std::vector<std::int32_t> target;
  std::vector<std::int64_t> offsets{0};
  std::vector<float> probability;      // as in the view
  std::vector<std::uint8_t> possible;  // from gold files: 1 where "ipj", else 0; empty if none is

  LinksView view() const { return {source, target, offsets, probability}; }
  void add(std::size_t source_position, std::size_t target_position) {
    source.push_back(static_cast<std::int32_t>(source_position));
    target.push_back(static_cast<std::int32_t>(target_position));
  }
  void end_sentence() { offsets.push_back(static_cast<std::int64_t>(source.size())); }
};

// A position in a file may not reach this: longer sentences are not text.
inline constexpr std::int32_t kMaxPosition = 1 << 16;

// Throws InputError with path and line.
Links parse_links(std::string_view text, const std::string& path);
std::string format_links(const LinksView& links);

// Joins pieces, in order, into one; frees the pieces.
Links join_links(std::vector<Links>&& pieces);

}  // namespace manyways::align
