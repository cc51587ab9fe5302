// What the bindings of all searches share.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common.h"
#include "inputs.h"
#include "search/decoder.h"
#include "search/model.h"
#include "word_classes.h"

namespace manyways::bindings {

// Language models by name; `classes`: for those of word classes, the class of each word.
using NamedModels = std::vector<std::pair<std::string, std::shared_ptr<lm::Model>>>;
using NamedClasses = std::map<std::string, WordClasses>;

inline std::vector<search::NamedLm> language_models(const NamedModels& models,
                                                    const NamedClasses& classes) {
  std::vector<search::NamedLm> found;
  for (const auto& [name, lm] : models) {
    if (lm == nullptr) throw std::invalid_argument("language models must not be None");
    const auto own = classes.find(name);
    found.push_back(
        {name, lm, own == classes.end() ? nullptr : std::make_shared<WordClasses>(own->second)});
  }
  return found;
}

// What every search offers: lists and graphs of sentences.
template <typename Model, typename Settings>
void def_search(nb::module_& m) {
  m.def(
      "decode",
      [](const Model& model, const Inputs& inputs, const Settings& settings,
         const search::ListSettings& wanted,
         Threads threads) { return decode(model, inputs.items, settings, wanted, threads); },
      nb::call_guard<nb::gil_scoped_release>(), "model"_a, "inputs"_a, "settings"_a, "wanted"_a,
      "threads"_a = 0);
  m.def(
      "graphs",
      [](const Model& model, const Inputs& inputs, const Settings& settings, Threads threads) {
        return decode_graphs(model, inputs.items, settings, threads);
      },
      nb::call_guard<nb::gil_scoped_release>(), "model"_a, "inputs"_a, "settings"_a,
      "threads"_a = 0);
}

inline std::vector<std::string> to_strings(const std::vector<nb::bytes>& texts) {
  std::vector<std::string> strings;
  for (const nb::bytes& text : texts) strings.emplace_back(text.c_str(), text.size());
  return strings;
}

}  // namespace manyways::bindings
