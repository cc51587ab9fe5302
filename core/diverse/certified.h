// Diverse lists with a proof for every text: the rounds by exact search.
//
//   certified_list(beam, model, input, settings, lists);
//
// Each text is the best of the whole search space by the augmented objective, given the winners so
// far; the others of a round are found by excluding what it has found. settings.beam says which
// space, how hard to look for a first answer, and how long a proof may take (time_limit); where
// time or memory end before the proof, the best known is taken and counted in `unproved`.
//
//   certified_list(engine, model, input, settings, lists);      // a hierarchical model
//
// Penalties are never positive. So a text that scores less by the model alone than a round's best
// with its penalties cannot be that best: the rounds are played in a graph of all derivations above
// a floor (chart_exact/above.h), and hold for the whole search space if none falls below it; else the
// floor is lowered. settings.chart says how long that may take: if it is too long, the rounds of the
// first search are the list, all of it unproved.
#pragma once

#include "diverse/generate.h"

namespace manyways::diverse {

void certified_list(search::Beam& beam, const search::PhraseModel& model,
                    const search::Input& input, const GenerateSettings& settings,
                    DiverseLists& out);
void certified_list(chart::ChartEngine& engine, const chart::RuleModel& model,
                    const search::Input& input, const GenerateSettings& settings,
                    DiverseLists& out);

}  // namespace manyways::diverse
