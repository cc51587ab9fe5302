#include "align/aligner.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "align/model1.h"
#include "base/threads.h"

namespace manyways::align {
namespace {

constexpr std::size_t kSentences = 256;  // in a block
constexpr float kCounted = 1e-6f;        // smaller posteriors are not counted

Bitext checked(const Bitext& text) {
  text.check();
  return text;
}

void count_links(const PairIndex& pairs, std::size_t s, const Posteriors& forward,
                 const Posteriors& backward, LexicalCounts& counts) {
  const auto source = pairs.text().source(s), target = pairs.text().target(s);
  const std::uint32_t* cell = pairs.cells(s).data();
  const float* forward_row = forward.links.data();
  for (std::size_t j = 0; j < target.size(); ++j) {
    for (std::size_t i = 0; i < source.size(); ++i) {
      const float both = forward_row[i] * backward.links[i * target.size() + j];
      if (both > kCounted) counts.pair.add(cell[i], both);
    }
    forward_row += source.size();
    cell += source.size();
  }
  for (std::size_t j = 0; j < target.size(); ++j)
    counts.null_target.add(target[j], forward.null[j]);
  for (std::size_t i = 0; i < source.size(); ++i)
    counts.null_source.add(source[i], backward.null[i]);
}

// The counts of a trained model, in the numbers of this corpus's pairs.
Lexicon::Base find_base(const PairIndex& pairs, const Model* model) {
  Lexicon::Base base;
  if (model == nullptr) return base;
  base.pair.resize(pairs.size());
  base.source_sum.resize(pairs.source_types());
  base.target_sum.resize(pairs.target_types());
  base.null_source = model->null_source;
  base.null_target = model->null_target;
  std::vector<float> row(std::max(pairs.target_types(), model->target.size()));
  const PairCounts& old = model->pairs;
  for (std::size_t k = 0; k < old.source.size();) {
    const WordId e = old.source[k];
    const std::size_t begin = k;
    for (; k < old.source.size() && old.source[k] == e; ++k) {
      row[old.target[k]] = old.count[k];
      if (e < pairs.source_types()) base.source_sum[e] += old.count[k];
      if (old.target[k] < pairs.target_types()) base.target_sum[old.target[k]] += old.count[k];
    }
    if (e < pairs.source_types()) {
      const auto [first, last] = pairs.row(e);
      for (std::uint32_t p = first; p < last; ++p) base.pair[p] = row[pairs.target_of(p)];
    }
    for (std::size_t b = begin; b < k; ++b) row[old.target[b]] = 0;
  }
  return base;
}

// `fresh` counts where there are any, else the old ones.
std::vector<float> overlay(std::vector<float> old, const std::vector<float>& fresh,
                           std::size_t size) {
  old.resize(size);
  std::copy_n(fresh.begin(), std::min(fresh.size(), size), old.begin());
  return old;
}

void add(Jumps::Counts& sum, const Jumps::Counts& term) {
  for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += term[d];
}

// Marks the best partner of each observed word, if it beats NULL.
template <typename Mark>
void mark_best(const Posteriors& posteriors, std::size_t observed, std::size_t states, Mark mark) {
  for (std::size_t j = 0; j < observed; ++j) {
    const float* row = posteriors.links.data() + j * states;
    const float* best = std::max_element(row, row + states);
    if (*best > posteriors.null[j]) mark(j, static_cast<std::size_t>(best - row));
  }
}

// Whether words are linked that the two directions do not agree on.
bool grows(Symmetry symmetry) {
  return symmetry == Symmetry::kUnion || symmetry == Symmetry::kGrowDiag ||
         symmetry == Symmetry::kGrowDiagFinal || symmetry == Symmetry::kGrowDiagFinalAnd;
}

}  // namespace

// What one block of sentences needs; no allocation once it has grown.
struct Aligner::Workspace {
  Emissions forward, backward;
  Posteriors forward_posteriors, backward_posteriors;
  ForwardBackward hmm;
  Jumps::Counts forward_jumps{}, backward_jumps{};
};

Aligner::Aligner(const Bitext& text, const AlignSettings& settings, unsigned threads,
                 WordForms forms, const Model* base)
    : settings_(settings),
      threads_(threads),
      pairs_(checked(text), threads),
      base_(base),
      lexicon_(pairs_, settings.lexical, std::move(forms), find_base(pairs_, base)) {
  forward_.null = backward_.null = settings.null;
  if (base != nullptr) {
    forward_.jumps.estimate(forward_jumps_ = base->forward_jumps, settings.jump_alpha);
    backward_.jumps.estimate(backward_jumps_ = base->backward_jumps, settings.jump_alpha);
  }
  lexicon_.start();
}

std::size_t Aligner::blocks() const { return (pairs_.text().size() + kSentences - 1) / kSentences; }

// The posteriors of sentence pair s under the model whose turn it is.
void Aligner::expect(Workspace& work, std::size_t s) const {
  gather(lexicon_, s, work.forward, work.backward);
  if (done_ < settings_.model1_passes) {
    model1(work.forward, work.forward_posteriors);
    model1(work.backward, work.backward_posteriors);
    return;
  }
  work.hmm.run(work.forward, forward_, work.forward_posteriors, &work.forward_jumps);
  work.hmm.run(work.backward, backward_, work.backward_posteriors, &work.backward_jumps);
}

void Aligner::pass() {
  LexicalCounts counts(pairs_.size(), pairs_.source_types(), pairs_.target_types());
  std::vector<std::pair<Jumps::Counts, Jumps::Counts>> jumps(blocks());
  parallel_for(blocks(), threads_, [&](std::size_t block) {
    Workspace work;
    const std::size_t end = std::min(pairs_.text().size(), (block + 1) * kSentences);
    for (std::size_t s = block * kSentences; s < end; ++s) {
      if (!usable(pairs_.text(), s)) continue;
      expect(work, s);
      count_links(pairs_, s, work.forward_posteriors, work.backward_posteriors, counts);
    }
    jumps[block] = {work.forward_jumps, work.backward_jumps};
  });
  lexicon_.estimate(counts);
  if (done_ >= settings_.model1_passes) {
    forward_jumps_ = base_ != nullptr ? base_->forward_jumps : Jumps::Counts{};
    backward_jumps_ = base_ != nullptr ? base_->backward_jumps : Jumps::Counts{};
    for (const auto& block : jumps) {
      add(forward_jumps_, block.first);
      add(backward_jumps_, block.second);
    }
    forward_.jumps.estimate(forward_jumps_, settings_.jump_alpha);
    backward_.jumps.estimate(backward_jumps_, settings_.jump_alpha);
  }
  ++done_;
}

PairCounts Aligner::pair_counts(float least) const {
  PairCounts counts;
  for (WordId e = 0; e < pairs_.source_types(); ++e) {
    const auto [begin, end] = pairs_.row(e);
    for (std::uint32_t p = begin; p < end; ++p) {
      if (lexicon_.count(p) <= least) continue;
      counts.source.push_back(e);
      counts.target.push_back(pairs_.target_of(p));
      counts.count.push_back(lexicon_.count(p));
    }
  }
  return counts;
}

Model Aligner::model(const Vocabulary& source, const Vocabulary& target) const {
  static const PairCounts kNone;
  static const std::vector<float> kNoCounts;
  Model model{source, target, {}, {}, {}, forward_jumps_, backward_jumps_};
  model.null_source = overlay(base_ != nullptr ? base_->null_source : kNoCounts,
                              lexicon_.null_source_counts(), source.size());
  model.null_target = overlay(base_ != nullptr ? base_->null_target : kNoCounts,
                              lexicon_.null_target_counts(), target.size());
  const PairCounts fresh = pair_counts(Model::kLeastCount);
  const PairCounts& old = base_ != nullptr ? base_->pairs : kNone;
  std::vector<std::uint8_t> met(target.size());
  const auto take = [&](const PairCounts& from, std::size_t k) {
    model.pairs.source.push_back(from.source[k]);
    model.pairs.target.push_back(from.target[k]);
    model.pairs.count.push_back(from.count[k]);
  };
  std::size_t a = 0, b = 0;
  for (WordId e = 0; e < source.size(); ++e) {
    if (e <
        pairs_.source_types()) {  // all pairs of the text, so that their old counts are not taken
      const auto [first, last] = pairs_.row(e);
      for (std::uint32_t p = first; p < last; ++p) met[pairs_.target_of(p)] = 1;
    }
    for (; a < fresh.source.size() && fresh.source[a] == e; ++a) take(fresh, a);
    for (; b < old.source.size() && old.source[b] == e; ++b) {
      if (!met[old.target[b]]) take(old, b);
    }
    if (e < pairs_.source_types()) {
      const auto [first, last] = pairs_.row(e);
      for (std::uint32_t p = first; p < last; ++p) met[pairs_.target_of(p)] = 0;
    }
  }
  return model;
}

Links Aligner::links(const LinkChoice& choice) const {
  std::vector<Links> pieces(blocks());
  parallel_for(blocks(), threads_, [&](std::size_t block) {
    Workspace work;
    Grid grid;
    Links& links = pieces[block];
    const std::size_t end = std::min(pairs_.text().size(), (block + 1) * kSentences);
    for (std::size_t s = block * kSentences; s < end; ++s) {
      if (!usable(pairs_.text(), s)) {
        links.end_sentence();
        continue;
      }
      expect(work, s);
      const Posteriors &forward = work.forward_posteriors, &backward = work.backward_posteriors;
      const std::size_t width = work.forward.states, height = work.forward.observed;
      const auto joint = [&](std::size_t i, std::size_t j) {
        return std::sqrt(forward.links[j * width + i] * backward.links[i * height + j]);
      };
      grid.resize(width, height);
      if (choice.symmetry == Symmetry::kPosterior) {
        grid.choose_if(
            [&](std::size_t i, std::size_t j) { return joint(i, j) > choice.threshold; });
      } else {
        mark_best(forward, height, width,
                  [&](std::size_t j, std::size_t i) { grid.mark_forward(i, j); });
        mark_best(backward, width, height,
                  [&](std::size_t i, std::size_t j) { grid.mark_backward(i, j); });
        grid.combine(choice.symmetry, Visits::kMoses);
      }
      const std::size_t first = links.source.size();
      grid.collect(links);
      if (!choice.probabilities) continue;
      for (std::size_t k = first; k < links.source.size(); ++k) {
        links.probability.push_back(joint(static_cast<std::size_t>(links.source[k]),
                                          static_cast<std::size_t>(links.target[k])));
      }
    }
  });
  Links links = join_links(std::move(pieces));
  if (settings_.fertility.passes > 0 && grows(choice.symmetry)) {
    add_further_links(pairs_, lexicon_.forms(), settings_.fertility, threads_, links);
  }
  return links;
}

}  // namespace manyways::align
