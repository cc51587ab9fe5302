#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "base/offsets.h"
#include "base/vocabulary.h"
#include "common.h"
#include "syntax/parser.h"
#include "syntax/parser_training.h"
#include "syntax/tagger.h"
#include "syntax/tagger_training.h"
#include "words.h"

namespace manyways::bindings::of_syntax {
namespace {

namespace ms = manyways::syntax;
using ms::LexiconSettings;
using ms::ParserSettings;
using ms::TaggerSettings;
using Ids = Array<WordId>;
using Offsets = Array<std::int64_t>;
using Small = Array<std::uint16_t>;
using Codes = Array<std::uint32_t>;

RaggedView<WordId> rows_of(const Ids& ids, const Offsets& offsets, const Vocabulary& vocabulary) {
  check_all_in_rows(view(offsets), ids.shape(0), "offsets");
  check_ids(view(ids), vocabulary.size(), "ids");
  return {view(ids), view(offsets)};
}

ms::ListsView lists_of(const Ids& ids, const Offsets& offsets, const Offsets& lists,
                       const Vocabulary& vocabulary) {
  const RaggedView<WordId> rows = rows_of(ids, offsets, vocabulary);
  check_all_in_rows(view(lists), rows.size(), "lists");
  return {rows, view(lists), &vocabulary};
}

// As many as there are words, none of them beyond `limit`.
std::span<const std::uint16_t> per_word(const Small& values, std::size_t words, std::size_t limit,
                                        const char* what) {
  check_count(values.shape(0), words, what);
  for (const std::uint16_t each : view(values)) {
    if (each >= limit) throw std::invalid_argument(std::string(what) + " are beyond their names");
  }
  return view(values);
}

std::span<const std::uint16_t> guides_of(const std::optional<Small>& guides, std::size_t words) {
  if (!guides) return {};
  return per_word(*guides, words, ms::kMostTags, "guides");
}

using Names = nb::typed<nb::list, nb::str>;
Names names_of(const std::vector<std::string>& names, const std::string& path) {
  Names found;
  for (const std::string& each : names) found.append(file_text(each, path));
  return found;
}

using Row = std::vector<std::pair<std::uint16_t, std::int16_t>>;
Row row_of(const ms::Weights& weights, std::uint64_t key) {
  Row row;
  for (const ms::ActionWeight each : weights.row(key)) row.emplace_back(each.action, each.weight);
  return row;
}

// What the training looks at stays with it.
struct HeldTagger {
  HeldTagger(Ids text, Offsets text_offsets, nb::object words, Small gold,
             std::vector<std::string> names, std::optional<Small> guide, std::optional<Codes> code,
             const TaggerSettings& settings)
      : ids(std::move(text)),
        offsets(std::move(text_offsets)),
        vocabulary(std::move(words)),
        tags(std::move(gold)),
        guides(std::move(guide)),
        classes(std::move(code)),
        training(rows_of(ids, offsets, known()), known(),
                 per_word(tags, ids.shape(0), at_most(names.size(), ms::kMostTags, "tags"), "tags"),
                 names, guides_of(guides, ids.shape(0)),
                 classes ? view(*classes) : std::span<const std::uint32_t>(), settings) {}
  const Vocabulary& known() const { return nb::cast<const Vocabulary&>(vocabulary); }

  Ids ids;
  Offsets offsets;
  nb::object vocabulary;
  Small tags;
  std::optional<Small> guides;
  std::optional<Codes> classes;
  ms::TaggerTraining training;
};

void bind_settings(nb::module_& m) {
  auto settings = SETTINGS_CLASS(m, TaggerSettings, beam, seed);
  INNER_FIELDS(settings, &TaggerSettings::lexicon, LexiconSettings, known, share, frequent);
  def_enum<ms::HeadRules::Kind>(m, "Heads",
                                {{"english", ms::HeadRules::Kind::kEnglish},
                                 {"first", ms::HeadRules::Kind::kFirst},
                                 {"last", ms::HeadRules::Kind::kLast}});
  SETTINGS_CLASS(m, ParserSettings, beam, seed, heads);
}

void check_beam(std::size_t beam, std::size_t most) {
  if (beam >= 1 && beam <= most) return;
  throw std::invalid_argument("a beam must hold 1 to " + std::to_string(most) + " hypotheses");
}

template <typename Trained>
void def_row(nb::class_<Trained>& bound, const char* doc) {
  bound.def(
      "row", [](const Trained& self, std::uint64_t key) { return row_of(self.weights(), key); },
      "key"_a, doc);
}

// What all training does: passes, whose mistakes are counted, and at last a file.
template <typename Held>
void def_training(nb::class_<Held>& bound, const char* mistakes) {
  bound
      .def(
          "run_pass", [](Held& self) { return self.training.pass(); },
          nb::call_guard<nb::gil_scoped_release>(), mistakes)
      .def(
          "save",
          [](const Held& self, const std::string& path, std::int32_t least) {
            self.training.save(path, least);
          },
          "path"_a, "least"_a = 1, nb::call_guard<nb::gil_scoped_release>(),
          "Smaller weights, of 32767, are left out.");
}

void bind_tagger(nb::module_& m) {
  nb::class_<HeldTagger> training(m, "TaggerTraining",
                                  "Learning to tag: one pass after the other.");
  training.def(
      "__init__",
      [](HeldTagger* self, Ids ids, Offsets offsets, nb::typed<nb::object, Vocabulary> vocabulary,
         Small tags, std::vector<std::string> names, std::optional<Small> guides,
         std::optional<Codes> classes, const TaggerSettings& settings) {
        check_beam(settings.beam, ms::Tagger::kWidestBeam);
        new (self)
            HeldTagger(ids, offsets, vocabulary, tags, std::move(names), guides, classes, settings);
      },
      "ids"_a, "offsets"_a, "vocabulary"_a, "tags"_a, "names"_a, "guides"_a.none(),
      "classes"_a.none(), "settings"_a);
  def_training(training, "How many words were tagged wrong on the way.");
  nb::class_<ms::Tagger> tagger(m, "Tagger", "A trained tagger, mapped.");
  def_row(tagger, "What a feature says: tags and weights.");
  tagger.def(nb::init<const std::string&>(), "path"_a)
      .def_prop_ro("tags", [](const ms::Tagger& self) { return names_of(self.tags(), ""); })
      .def_prop_ro("guided", &ms::Tagger::guided)
      .def_prop_ro("beam", &ms::Tagger::beam)
      .def(
          "tag",
          [](const ms::Tagger& self, const Ids& ids, const Offsets& offsets, const Offsets& lists,
             const Vocabulary& vocabulary, const std::optional<Small>& guides, Threads threads) {
            const ms::ListsView text = lists_of(ids, offsets, lists, vocabulary);
            const auto guide = guides_of(guides, ids.shape(0));
            if (self.guided() == guide.empty() && ids.shape(0) != 0) {
              throw std::invalid_argument(
                  "a tagger needs guides if, and only if, it was trained with some");
            }
            const unsigned used = threads;
            auto found = released([&] { return self.tag(text, guide, used); });
            return to_tuple(std::move(found.tags), std::move(found.scores));
          },
          "ids"_a, "offsets"_a, "lists"_a, "vocabulary"_a, "guides"_a.none(), "threads"_a = 0,
          "One tag per word, and a score per row.");
}

// Columns of trees for Python; what is taken is gone.
auto tree_arrays(ms::TreeColumns&& trees) {
  return to_tuple(std::move(trees.offsets), std::move(trees.labels), std::move(trees.begins),
                  std::move(trees.ends), std::move(trees.parents), std::move(trees.heads));
}

auto column_arrays(const TextColumn& column) {
  const auto text = column.values.span();
  const auto offsets = column.offsets.span();
  return std::tuple(to_array(std::vector<std::uint8_t>(text.begin(), text.end())),
                    to_array(std::vector(offsets.begin(), offsets.end())));
}

void bind_trees(nb::module_& m) {
  nb::class_<ms::Treebank>(m, "Treebank", "Trees that were read.")
      .def("__len__", [](const ms::Treebank& self) { return self.trees.size(); })
      .def_prop_ro("labels", [](const ms::Treebank& self) { return self.names; })
      .def("words", [](const ms::Treebank& self) { return column_arrays(self.words); })
      .def("tags", [](const ms::Treebank& self) { return column_arrays(self.tags); })
      .def("trees",
           [](const ms::Treebank& self) { return tree_arrays(ms::TreeColumns(self.trees)); });
  m.def(
      "read_trees",
      [](nb::bytes text, const std::string& name) {
        return released([&] { return ms::read_trees(bytes_of(text), name); });
      },
      "text"_a, "name"_a, "Trees in brackets; `name` stands in messages.");
}

// What the training looks at stays with it.
struct HeldParser {
  HeldParser(nb::object trees, Small words, nb::object tagging, const ParserSettings& settings)
      : bank(std::move(trees)),
        tags(std::move(words)),
        tagger(std::move(tagging)),
        training(nb::cast<const ms::Treebank&>(bank),
                 per_word(tags, nb::cast<const ms::Treebank&>(bank).word_count,
                          nb::cast<const ms::Tagger&>(tagger).tags().size(), "tags"),
                 nb::cast<const ms::Tagger&>(tagger), settings) {}

  nb::object bank;
  Small tags;
  nb::object tagger;
  ms::ParserTraining training;
};

void bind_parser_training(nb::module_& m) {
  nb::class_<HeldParser> training(m, "ParserTraining",
                                  "Learning to parse: one pass after the other.");
  training.def(
      "__init__",
      [](HeldParser* self, nb::typed<nb::object, ms::Treebank> bank, Small tags,
         nb::typed<nb::object, ms::Tagger> tagger, const ParserSettings& settings) {
        check_beam(settings.beam, ms::Parser::kWidestBeam);
        new (self) HeldParser(bank, tags, tagger, settings);
      },
      "bank"_a, "tags"_a, "tagger"_a, "settings"_a);
  def_training(training, "How many trees were not found on the way.");
}

auto actions_of(const ms::Parser& self) {
  std::vector<std::tuple<std::vector<ms::Label>, int, bool>> found;
  for (std::size_t i = 0; i < self.transitions().size(); ++i) {
    const ms::Action action = self.transitions().action(static_cast<ms::ActionId>(i));
    const auto chain = self.transitions().symbol(action.symbol);
    found.emplace_back(std::vector(chain.begin(), chain.end()), static_cast<int>(action.step),
                       action.partial != 0);
  }
  return found;
}

void bind_parser(nb::module_& m) {
  nb::class_<ms::Parser> parser(m, "Parser", "A trained parser, mapped.");
  def_row(parser, "What a feature says: actions and weights.");
  parser.def(nb::init<const std::string&>(), "path"_a)
      .def_prop_ro("tagger", &ms::Parser::tagger, nb::rv_policy::reference_internal)
      .def_prop_ro("labels", [](const ms::Parser& self) { return names_of(self.labels(), ""); })
      .def_prop_ro("beam", &ms::Parser::beam)
      .def_prop_ro(
          "actions", &actions_of,
          "Of each: its chain of labels; 0 shift, 1 left head, 2 right head; if it is partial.")
      .def(
          "shifts",
          [](const ms::Parser& self, std::uint16_t tag) {
            const auto found = self.transitions().shifts(tag);
            return std::vector(found.begin(), found.end());
          },
          "tag"_a, "The actions that shift a word with this tag.")
      .def(
          "parse",
          [](const ms::Parser& self, const Ids& ids, const Offsets& offsets, const Offsets& lists,
             const Vocabulary& vocabulary, const std::optional<Small>& tags, std::size_t beam,
             Threads threads) {
            const ms::ListsView text = lists_of(ids, offsets, lists, vocabulary);
            std::span<const std::uint16_t> given;
            if (tags) given = per_word(*tags, ids.shape(0), self.tagger().tags().size(), "tags");
            if (beam != 0) check_beam(beam, ms::Parser::kWidestBeam);
            const unsigned used = threads;
            auto found = released([&] { return self.parse(text, given, beam, used); });
            return std::tuple(to_array(std::move(found.tags)), tree_arrays(std::move(found.trees)),
                              to_array(std::move(found.scores)));
          },
          "ids"_a, "offsets"_a, "lists"_a, "vocabulary"_a, "tags"_a.none(), "beam"_a = 0,
          "threads"_a = 0,
          "Tags; of trees: offsets, labels, begins, ends, parents and heads of nodes; their "
          "scores.");
}

}  // namespace

void bind_syntax(nb::module_& m) {
  bind_settings(m);
  bind_tagger(m);
  bind_trees(m);
  bind_parser_training(m);
  bind_parser(m);
}

}  // namespace manyways::bindings::of_syntax
