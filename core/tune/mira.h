// Batch MIRA on lists: small steps from fear candidates to hope candidates.
//
// Lists are visited one by one, in a new order in every epoch. The metric of a candidate is that of
// a running background of earlier hopes with its own statistics added, times the size of the
// references in it (the list's mean, where candidates differ in it). The hope is high by model and
// metric, the fear high by model and low by metric; the weights move just far enough that the hope
// leads the fear by their difference in metric, at most `rate`. The answer is the average of all
// weights so far, at the end of the epoch where it scored best.
//
// Column 1 of the statistics of every metric is the size of the reference, in the metric's unit.
// Cost of an epoch: one metric score and one product with the weights per candidate; of equals the
// lowest index wins. Cherry and Foster (NAACL 2012); constants as in Moses's kbmira.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::tune {

struct MiraSettings {
  double rate = 0.01;    // the longest step (C)
  double decay = 0.999;  // of the background
  int epochs = 60;
  std::uint64_t seed = 1;
};

struct MiraResult {
  std::vector<double> weights;
  double score;
  std::vector<double> history;  // the score of the average after each epoch
};

MiraResult mira(const Lists& lists, const CorpusScore& score, std::span<const double> start,
                const MiraSettings& settings);

}  // namespace manyways::tune
