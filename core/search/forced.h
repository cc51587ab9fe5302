// Forced decoding: the best derivation that yields a given translation.
//
//   for (const Forced& f : force(model, inputs, targets, settings, threads)) f.reached, f.prefix
//
// The beam's own search with one more target scorer, whose state is the position in the given text
// and which forbids every other word. Options that do not occur in the text are left out
// beforehand, so few are left, and everything is expanded: exact as long as no stack holds more
// than settings.stack different hypotheses.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/beam.h"
#include "search/result.h"

namespace manyways::search {

struct Forced {
  bool reached = false;
  std::size_t prefix = 0;    // target words that some partial derivation yields, from the left
  Translations translation;  // one row if reached
};

std::vector<Forced> force(const PhraseModel& model, std::span<const Input> inputs,
                          std::span<const std::string> targets, BeamSettings settings,
                          unsigned threads);

// The scorer that allows `text` alone; keeps `text` by reference and the longest prefix met in
// `prefix`.
std::unique_ptr<TargetScorer> forced_scorer(std::span<const WordId> text, std::size_t& prefix);

}  // namespace manyways::search
