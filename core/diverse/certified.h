// Diverse lists with a proof for every text: the rounds by exact search.
//
//   certified_list(beam, model, input, settings, lists);
//
// Each text is the best of the whole search space by the augmented objective, given the winners so
// far; the others of a round are found by excluding what it has found. settings.beam says which
// space, how hard to look for a first answer, and how long a proof may take (time_limit); where
// time or memory end before the proof, the best known is taken and counted in `unproved`.
#pragma once

#include "diverse/generate.h"

namespace manyways::diverse {

void certified_list(search::Beam& beam, const search::PhraseModel& model,
                    const search::Input& input, const GenerateSettings& settings,
                    DiverseLists& out);

}  // namespace manyways::diverse
