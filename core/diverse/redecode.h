// Diverse lists by searching again in every round: the published engine.
//
//   DiverseLists lists;
//   redecode_list(beam, model, input, settings, lists);
//
// Each round is a whole search with the penalties as one more target feature, so that nothing is
// lost to the pruning of one search without penalties; M rounds cost M searches. The lists mean the
// same as those of Rounds, and with an unpruned search they are equal up to ties.
#pragma once

#include "diverse/generate.h"
#include "search/beam.h"

namespace manyways::diverse {

void redecode_list(search::Beam& beam, const search::Model& model, const search::Input& input,
                   const GenerateSettings& settings, DiverseLists& out);

}  // namespace manyways::diverse
