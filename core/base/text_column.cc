#include "base/text_column.h"

#include <algorithm>

#include "base/offsets.h"
#include "base/threads.h"

namespace manyways {

void check_column(const TextView& column) {
  check_offsets(column.offsets, column.values.size(), "the offsets of a column");
}

std::vector<std::size_t> text_blocks(const TextView& column, std::int64_t block_bytes) {
  std::vector<std::size_t> bounds{0};
  std::int64_t start = column.offsets.empty() ? 0 : column.offsets.front();
  for (std::size_t i = 1; i < column.size(); ++i) {
    // An empty text weighs something too, so that a column of them is cut as well.
    const auto texts = static_cast<std::int64_t>(i - bounds.back());
    if (column.offsets[i] - start + texts * 8 < block_bytes) continue;
    bounds.push_back(i);
    start = column.offsets[i];
  }
  if (column.size() != 0) bounds.push_back(column.size());
  return bounds;
}

TextColumn map_column(const TextView& column, unsigned threads,
                      const std::function<void(std::string_view, std::string&)>& work) {
  const std::vector<std::size_t> bounds = text_blocks(column);
  const std::size_t blocks = bounds.size() - 1;
  std::vector<std::string> parts(blocks);
  std::vector<std::int64_t> starts(blocks + 1, 0);
  TextColumn result;
  result.offsets.extend(column.size());
  parallel_for(blocks, threads, [&](std::size_t block) {
    std::string& out = parts[block];
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) {
      work(column[i], out);
      result.offsets[i + 1] = static_cast<std::int64_t>(out.size());
    }
  });
  for (std::size_t block = 0; block < blocks; ++block) {
    starts[block + 1] = starts[block] + static_cast<std::int64_t>(parts[block].size());
  }
  result.values.extend(static_cast<std::size_t>(starts.back()));
  parallel_for(blocks, threads, [&](std::size_t block) {
    std::copy(parts[block].begin(), parts[block].end(), result.values.data() + starts[block]);
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) {
      result.offsets[i + 1] += starts[block];
    }
  });
  return result;
}

}  // namespace manyways
