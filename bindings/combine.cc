#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "combine/confusion.h"
#include "combine/frontier.h"
#include "combine/fusion.h"
#include "combine/match.h"
#include "common.h"

namespace manyways::bindings::of_combine {
namespace {

using namespace manyways::combine;  // NOLINT: one file, one folder

constexpr std::size_t kMostModels = 1000;
constexpr unsigned kMostBeam = 100'000, kMostSize = 100'000, kMostOrder = 16, kMostRadius = 1000;

// Python's arrays, kept alive with the views of them.
struct WordTable {
  std::vector<Array<std::uint32_t>> arrays;
  Array<std::uint8_t> signs;
  std::vector<nb::object> owners;
  Words words;
};

struct ListTable {
  Array<WordId> words;
  Array<std::int64_t> word_offsets, sentence_offsets;
  Array<std::int32_t> systems;
  Array<double> votes;
  std::size_t system_count, word_count;

  Lists view() const {
    return {bindings::view(words), bindings::view(word_offsets), bindings::view(sentence_offsets),
            bindings::view(systems), bindings::view(votes)};
  }
};

void make_words(WordTable* self,
                const std::vector<std::pair<unsigned, Array<std::uint32_t>>>& stages,
                const Array<std::uint8_t>& signs,
                const std::vector<std::pair<nb::object, Array<WordId>>>& models) {
  auto* made = new (self) WordTable{{}, signs, {}, {}};
  made->words.size = signs.shape(0);
  made->words.signs = view(signs);
  if (stages.empty() || stages[0].first != kExact) {
    throw std::invalid_argument("the first stage must be of exact matches");
  }
  for (const auto& [kind, keys] : stages) {
    if (kind == 0 || kind > kCluster || (kind & (kind - 1)) != 0) {
      throw std::invalid_argument("a stage must be of one kind");
    }
    if (keys.shape(0) != made->words.size)
      throw std::invalid_argument("a key is needed for each word");
    made->arrays.push_back(keys);
    made->words.stages.push_back({static_cast<std::uint8_t>(kind), view(made->arrays.back())});
  }
  for (const auto& [model, words] : models) {
    if (words.shape(0) != made->words.size)
      throw std::invalid_argument("a model needs an id for each word");
    made->owners.push_back(model);
    made->arrays.push_back(words);
    made->words.models.push_back(nb::cast<const lm::Model*>(model));
    if (made->words.models.back() == nullptr)
      throw std::invalid_argument("a model must not be None");
    made->words.model_words.push_back(view(made->arrays.back()));
  }
}

void make_lists(ListTable* self, const Array<WordId>& words,
                const Array<std::int64_t>& word_offsets,
                const Array<std::int64_t>& sentence_offsets, const Array<std::int32_t>& systems,
                const Array<double>& votes, std::size_t system_count) {
  check_all_in_rows(view(word_offsets), words.shape(0), "word offsets");
  const std::size_t candidates = word_offsets.shape(0) - 1;
  check_all_in_rows(view(sentence_offsets), candidates, "sentence offsets");
  check_count(systems.shape(0), candidates, "systems");
  check_count(votes.shape(0), candidates, "votes");
  for (const std::int32_t system : view(systems)) {
    if (system < 0 || static_cast<std::size_t>(system) >= system_count) {
      throw std::invalid_argument("there is no such system");
    }
  }
  for (const double vote : finite(votes, "votes")) {
    if (vote < 0) throw std::invalid_argument("votes must not be negative");
  }
  for (std::size_t c = 0; c < candidates; ++c) {
    if (view(word_offsets)[c + 1] - view(word_offsets)[c] > static_cast<std::int64_t>(kMostWords)) {
      throw std::invalid_argument("a candidate has too many words");
    }
  }
  for (std::size_t s = 0; s + 1 < sentence_offsets.shape(0); ++s) {
    if (view(sentence_offsets)[s + 1] - view(sentence_offsets)[s] >
        static_cast<std::int64_t>(kMostInputs)) {
      throw std::invalid_argument("a list has too many candidates");
    }
  }
  std::size_t most = 0;
  for (const WordId word : view(words)) most = std::max(most, std::size_t{word} + 1);
  new (self) ListTable{words, word_offsets, sentence_offsets, systems, votes, system_count, most};
}

const Lists checked(const WordTable& words, const ListTable& lists) {
  if (lists.word_count > words.words.size)
    throw std::invalid_argument("a word is not in the table of words");
  return lists.view();
}

void check_frontier(const FrontierSettings& s) {
  at_most(s.beam, kMostBeam, "beam");
  at_most(s.size, kMostSize, "size");
  at_most(s.radius, kMostRadius, "radius");
  at_most(s.exact_order, kMostOrder, "exact_order");
  at_most(s.any_order, kMostOrder, "any_order");
  finite(s.stay, "stay");
  if (s.beam == 0 || s.size == 0) throw std::invalid_argument("beam and size must be at least 1");
}

// Places in lists: of a candidate that has words, or -1.
std::span<const std::int64_t> places_of(const Array<std::int64_t>& places, const Lists& lists) {
  check_count(places.shape(0), lists.size(), "places");
  for (std::size_t s = 0; s < lists.size(); ++s) {
    const std::int64_t place = view(places)[s],
                       size = lists.sentence_offsets[s + 1] - lists.sentence_offsets[s];
    if (place < -1 || place >= size)
      throw std::invalid_argument("there is no such place in a list");
    if (place >= 0 &&
        lists.candidate(static_cast<std::size_t>(lists.sentence_offsets[s] + place)).empty()) {
      throw std::invalid_argument("a place is that of an empty text");
    }
  }
  return view(places);
}

void bind_networks(nb::module_& m) {
  def_enum<Aligner>(m, "Aligner", {{"ter", Aligner::kTer}, {"hmm", Aligner::kHmm}});
  SETTINGS_CLASS(m, ConfusionSettings, beam, size, aligner, incremental, individual);
  m.def(
      "confusion_features",
      [](const ConfusionSettings& settings, std::size_t models,
         const std::vector<std::string>& systems) {
        return confusion_features(settings, at_most(models, kMostModels, "models"), systems);
      },
      "settings"_a, "models"_a, "systems"_a);
  m.def(
      "combine_networks",
      [](const WordTable& words, const ListTable& lists, const Array<std::int64_t>& backbones,
         const ConfusionSettings& settings, const Array<double>& weights,
         const std::vector<std::string>& systems, Threads threads) {
        const Lists view = checked(words, lists);
        at_most(settings.beam, kMostBeam, "beam");
        at_most(settings.size, kMostSize, "size");
        if (settings.beam == 0 || settings.size == 0)
          throw std::invalid_argument("beam and size must be at least 1");
        check_count(systems.size(), lists.system_count, "systems");
        check_count(weights.shape(0),
                    confusion_features(settings, words.words.models.size(), systems).size(),
                    "weights");
        const auto numbers = finite(weights, "weights");
        const auto places = places_of(backbones, view);
        const unsigned workers = threads;
        nb::gil_scoped_release release;
        return combine_networks(words.words, view, places, settings, numbers, systems, workers);
      },
      "words"_a, "lists"_a, "backbones"_a, "settings"_a, "weights"_a, "systems"_a, "threads"_a = 0);
  m.def(
      "network",
      [](const WordTable& words, const ListTable& lists, std::size_t backbone, Aligner aligner,
         bool incremental) {
        const Lists view = checked(words, lists);
        if (view.size() == 0) throw std::invalid_argument("there is no list");
        const auto inputs = inputs_of(view, 0, false);
        if (backbone >= inputs.size()) throw std::invalid_argument("there is no such backbone");
        std::vector<std::vector<std::pair<WordId, std::uint64_t>>> slots;
        for (const Slot& slot :
             build_network(inputs, backbone, words.words, {aligner, incremental}).slots) {
          slots.emplace_back();
          for (const Arc& arc : slot.arcs) slots.back().emplace_back(arc.word, arc.inputs);
        }
        return slots;
      },
      "words"_a, "lists"_a, "backbone"_a, "aligner"_a, "incremental"_a,
      "The slots of the first list's network: words (or NO_WORD) and the inputs that say them, as "
      "bits.");
  m.attr("NO_WORD") = kNoWord;
}

// The lists and what is made of them.
struct FusionTable {
  ListTable lists;
  Fusion fusion;
};

void bind_fusion(nb::module_& m) {
  nb::class_<FusionTable>(m, "Fusion",
                          "Candidates improved by spans of others; see core/combine/fusion.h.")
      .def(
          "__init__",
          [](FusionTable* self, const ListTable& lists, const Array<std::int64_t>& bases,
             const Array<double>& values, unsigned beam) {
            const Lists view = lists.view();
            check_count(values.shape(0), view.word_offsets.size() - 1, "values");
            if (beam == 0) throw std::invalid_argument("beam must be at least 1");
            new (self) FusionTable{
                lists, Fusion(view, places_of(bases, view), finite(values, "values"), {beam})};
          },
          "lists"_a, "bases"_a, "values"_a, "beam"_a)
      .def(
          "propose",
          [](FusionTable& self) {
            Proposal texts;
            {
              nb::gil_scoped_release release;
              self.fusion.propose(texts);
            }
            return to_tuple(std::move(texts.words), std::move(texts.word_offsets),
                            std::move(texts.sentence_offsets));
          },
          "Texts to be scored: words, their offsets, sentence offsets; no text at the end.")
      .def(
          "accept",
          [](FusionTable& self, const Array<double>& values) {
            self.fusion.accept(finite(values, "values"));
          },
          "values"_a)
      .def(
          "list", [](const FusionTable& self, std::size_t size) { return self.fusion.list(size); },
          "size"_a);
}

void bind_match(nb::module_& m) {
  SETTINGS_CLASS(m, MatchSettings, beam, transitive);
  m.def(
      "match",
      [](const WordTable& words, const Array<WordId>& a, const Array<WordId>& b, unsigned beam) {
        for (const auto& text : {view(a), view(b)}) {
          at_most(text.size(), kMostWords, "words");
          for (const WordId word : text) {
            if (word >= words.words.size)
              throw std::invalid_argument("a word is not in the table of words");
          }
        }
        if (beam == 0) throw std::invalid_argument("beam must be at least 1");
        Matcher matcher(words.words.stages, beam);
        std::vector<Link> links;
        matcher.match(view(a), view(b), links);
        std::vector<std::int32_t> to;
        std::vector<std::uint8_t> kinds;
        for (const Link& link : links) {
          to.push_back(link.to);
          kinds.push_back(link.kind);
        }
        return std::tuple(to_array(std::move(to)), to_array(std::move(kinds)), matcher.exact());
      },
      "words"_a, "a"_a, "b"_a, "beam"_a = 24,
      "For each word of a the word of b that it is (-1: none) and how; and whether that is proved "
      "best.");
  m.def(
      "link_list",
      [](const WordTable& words, const ListTable& lists, const MatchSettings& settings) {
        const Lists view = checked(words, lists);
        if (settings.beam == 0) throw std::invalid_argument("beam must be at least 1");
        if (view.size() == 0) throw std::invalid_argument("there is no list");
        const auto inputs = inputs_of(view, 0, false);
        const Links links = link_inputs(inputs, words.words.stages, settings);
        std::vector<std::int32_t> to;
        std::vector<std::uint8_t> kinds;
        for (const Link& link : links.links) {
          to.push_back(link.to);
          kinds.push_back(link.kind);
        }
        return std::tuple(to_matrix(std::move(to), inputs.size()),
                          to_matrix(std::move(kinds), inputs.size()));
      },
      "words"_a, "lists"_a, "settings"_a,
      "All links between the inputs of the first list: a row for each word, a column for each "
      "input.");
}

}  // namespace

void bind_combine(nb::module_& m) {
  nb::class_<WordTable>(m, "Words", "What is known of each word of a vocabulary.")
      .def("__init__", &make_words, "stages"_a, "signs"_a, "models"_a);
  nb::class_<ListTable>(m, "Lists", "Lists of candidates as words.")
      .def("__init__", &make_lists, "words"_a, "word_offsets"_a, "sentence_offsets"_a, "systems"_a,
           "votes"_a, "system_count"_a);
  m.attr("NO_KEY") = kNoKey;
  m.attr("MOST_INPUTS") = kMostInputs;
  m.attr("MOST_WORDS") = kMostWords;
  nb::class_<Combined> found(m, "Combined",
                             "What was found, in columns; reading a column takes it.");
  TAKEN_COLUMNS(found, Combined, sentence_offsets, words, word_offsets, scores, origins, agreed,
                optimal, above)
  def_taken_features(found);
  bind_match(m);
  bind_networks(m);
  bind_fusion(m);
  def_enum<Horizon>(m, "Horizon",
                    {{"length", Horizon::kLength}, {"alignment", Horizon::kAlignment}});
  SETTINGS_CLASS(m, FrontierSettings, beam, size, horizon, radius, stay, go_on, alignment_phrases,
                 punctuation_phrases, exact_order, any_order, individual, normalise);
  m.def(
      "frontier_features",
      [](const FrontierSettings& settings, std::size_t models,
         const std::vector<std::string>& systems) {
        check_frontier(settings);
        return frontier_features(settings, at_most(models, kMostModels, "models"), systems);
      },
      "settings"_a, "models"_a, "systems"_a);
  m.def(
      "combine_frontiers",
      [](const WordTable& words, const ListTable& lists, const MatchSettings& matching,
         const FrontierSettings& settings, const Array<double>& weights,
         const std::vector<std::string>& systems, Threads threads) {
        const Lists view = checked(words, lists);
        check_frontier(settings);
        if (matching.beam == 0) throw std::invalid_argument("beam must be at least 1");
        check_count(systems.size(), lists.system_count, "systems");
        check_count(weights.shape(0),
                    frontier_features(settings, words.words.models.size(), systems).size(),
                    "weights");
        const auto numbers = finite(weights, "weights");
        const unsigned workers = threads;
        nb::gil_scoped_release release;
        return combine_frontiers(words.words, view, matching, settings, numbers, systems, workers);
      },
      "words"_a, "lists"_a, "matching"_a, "settings"_a, "weights"_a, "systems"_a, "threads"_a = 0);
}

}  // namespace manyways::bindings::of_combine
