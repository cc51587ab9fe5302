// What comes out of the lattice that a search left.
#include <algorithm>

#include "combine/frontier_search.h"

namespace manyways::combine {

void FrontierSearch::list(Combined& found) {
  std::vector<Path> paths;
  if (settings().normalise) {
    paths = normalised();
  } else {
    const auto goal = static_cast<std::uint32_t>(scores_.size());
    for (const Ending& ending : endings_) lattice_.edges[ending.edge].to = goal;
    paths = best_paths(lattice_, goal, settings().size);
  }
  for (const Path& path : paths) write(path, found);
  found.sentence_offsets.push_back(static_cast<std::int64_t>(found.scores.size()));
  certify(paths, found);
}

// The best by score per word: one goal for each length, which all have their own best.
std::vector<Path> FrontierSearch::normalised() {
  std::vector<Path> paths;
  auto goal = static_cast<std::uint32_t>(scores_.size());
  for (std::size_t at = 0; at < endings_.size(); ++goal) {
    const std::size_t length = endings_[at].length;
    for (; at < endings_.size() && endings_[at].length == length; ++at) {
      lattice_.edges[endings_[at].edge].to = goal;
    }
    for (Path& path : best_paths(lattice_, goal, settings().size)) {
      path.score /= static_cast<double>(length);
      paths.push_back(std::move(path));
    }
  }
  std::stable_sort(paths.begin(), paths.end(),
                   [](const Path& a, const Path& b) { return a.score > b.score; });
  if (paths.size() > settings().size) paths.resize(settings().size);
  return paths;
}

void FrontierSearch::write(const Path& path, Combined& found) const {
  const std::size_t first = found.features.size();
  found.features.resize(first + task_.columns(), 0.0);
  double* row = found.features.data() + first;
  for (const std::uint32_t e : path.edges) {
    const EdgeNote& note = notes_[e];
    const bool last = note.one == problem_.end_class();
    for (std::size_t m = 0; m < task_.models(); ++m) {
      row[2 * m] += static_cast<double>(edge_models_[e * task_.models() + m]);
      row[2 * m + 1] +=
          !last && task_.words.model_words[m][problem_.word_of(note.one)] == kUnknownWord;
    }
    for (std::size_t q = 0; q < task_.orders(); ++q) {
      std::uint64_t mask = votes_[note.votes + q];
      for (; mask != 0; mask &= mask - 1) {
        const Input& input = problem_.input(static_cast<std::size_t>(std::countr_zero(mask)));
        const std::size_t column = task_.column(q);
        if (task_.individual(q)) {
          row[column + static_cast<std::size_t>(input.system)] += 1;
        } else {
          row[column] += input.vote;
        }
      }
    }
    if (last) continue;
    row[2 * task_.models()] += 1;
    found.words.push_back(problem_.word_of(note.one));
    found.origins.push_back(static_cast<std::int16_t>(problem_.input(note.input).first));
    std::uint64_t agreed = 0;
    for (std::uint64_t mask = problem_.anyhow(note.one); mask != 0; mask &= mask - 1) {
      agreed |= problem_.input(static_cast<std::size_t>(std::countr_zero(mask))).members;
    }
    found.agreed.push_back(agreed);
  }
  if (settings().normalise) {
    for (std::size_t i = 0; i < task_.columns(); ++i)
      row[i] /= static_cast<double>(path.edges.size());
  }
  found.word_offsets.push_back(static_cast<std::int64_t>(found.words.size()));
  found.scores.push_back(path.score);
}

}  // namespace manyways::combine
