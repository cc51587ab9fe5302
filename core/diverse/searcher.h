// One thread's search of a model of either kind, as rounds of diversity use it: with everything kept,
// and with what earlier winners cost.
//
//   const std::unique_ptr<Searcher> searcher = open_searcher(model, settings);
//   searcher->search(input, nullptr);                   // then with winners
//   graph::Hypergraph graph = searcher->graph();
#pragma once

#include <memory>

#include "diverse/generate.h"
#include "diverse/winners.h"

namespace manyways::diverse {

class Searcher {
 public:
  virtual ~Searcher() = default;
  // `winners` stay as they are until graph() was called.
  virtual void search(const search::Input& input, const Winners* winners) = 0;
  virtual graph::Hypergraph graph() = 0;
  // The one translation of a sentence that is too long for a graph.
  virtual search::Translations single(const search::Input& input) = 0;
  // The list of kExact.
  virtual void certify(const search::Input& input, const GenerateSettings& settings,
                       DiverseLists& out) = 0;
};

// With kGroups, each search has its share of the work. Keeps references to the model.
std::unique_ptr<Searcher> open_searcher(const search::PhraseModel& model,
                                        const GenerateSettings& settings);
std::unique_ptr<Searcher> open_searcher(const chart::RuleModel& model,
                                        const GenerateSettings& settings);

}  // namespace manyways::diverse
