#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/split.h"
#include "base/vocabulary.h"
#include "common.h"
#include "grammar/extract.h"
#include "grammar/moses_import.h"
#include "grammar/significance.h"
#include "grammar/table.h"
#include "grammar/train.h"
#include "linked_text.h"

#include "words.h"

namespace manyways::bindings::of_grammar {
namespace {

using phrases::LinkedText;

using grammar::RuleImport;
using grammar::RuleTable;
using grammar::TrainSettings;

// Target, scores, counts, links.
using RuleTuple =
    std::tuple<nb::str, std::vector<float>, std::vector<float>, std::vector<std::pair<int, int>>>;

std::vector<WordId> source_symbols(const RuleTable& rules, std::string_view text) {
  std::vector<WordId> ids;
  for_each_field(text, [&](std::string_view token) {
    ids.push_back(token == "[X]" ? rules.gap() : rules.table().source_words().find(token));
  });
  return ids;
}

RuleTuple rule_tuple(const RuleTable& rules, phrases::Option option) {
  std::string target;
  for (const WordId symbol : option.target()) {
    if (!target.empty()) target += ' ';
    const int gap = rules.gap_of(symbol);
    target += gap < 0 ? rules.table().target_words().word(symbol) : gap == 0 ? "[X,1]" : "[X,2]";
  }
  const auto floats = [](std::span<const float> values) {
    return std::vector<float>(values.begin(), values.end());
  };
  std::vector<std::pair<int, int>> links;
  for (const phrases::Link link : option.links()) links.emplace_back(link.source, link.target);
  return {file_text(target, rules.table().path()), floats(option.scores()), floats(option.counts()),
          std::move(links)};
}

void bind_table(nb::module_& m) {
  nb::class_<RuleTable>(m, "RuleTable", "A memory-mapped grammar of rules with gaps.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def("__len__", [](const RuleTable& self) { return self.table().options_in_all(); })
      .def_prop_ro("table", &RuleTable::table, nb::rv_policy::reference_internal)
      .def(
          "find",
          [](const RuleTable& self, std::string_view source) {
            std::vector<RuleTuple> found;
            for (const phrases::Option option : self.table().find(source_symbols(self, source))) {
              found.push_back(rule_tuple(self, option));
            }
            return found;
          },
          "source"_a,
          "All rules of a source side, gaps written [X]: target, scores, counts, links.");
}

void bind_import(nb::module_& m) {
  nb::class_<RuleImport> import(m, "RuleImport", "Moses's text rule table becomes a rule table.");
  def_block<&RuleImport::add_phrases>(import, "add");
  import.def(nb::init<std::string>(), "path"_a)
      .def("end", &RuleImport::end_phrases)
      .def("write", &RuleImport::write, "path"_a, nb::call_guard<nb::gil_scoped_release>());
}

void bind_settings(nb::module_& m) {
  using grammar::RuleSettings;
  nb::enum_<grammar::Evidence>(m, "Evidence", "Which rules the test of significance leaves in.")
      .value("any", grammar::Evidence::any, "All.")
      .value("once", grammar::Evidence::once, "Seen once, if both sides occur once only.")
      .value("more", grammar::Evidence::more, "Seen more often than once, and no accident.");
  auto settings = SETTINGS_CLASS(m, TrainSettings, evidence, least_pairs, rare_count, least_count,
                                 table_limit, memory);
  INNER_FIELDS(settings, &TrainSettings::rules, RuleSettings, span, symbols, gaps, hole_source,
               hole_target, tight)
}

// Calls use(sentence, rule) for the rules of all pairs.
template <typename Use>
void for_each_rule(const LinkedText& text, grammar::RuleExtractor extractor, Use use) {
  phrases::SentenceLinks sentence;
  for (std::size_t s = 0; s < text.size(); ++s) {
    sentence.assign(text.links_of(s), text.source_size(s), text.target_size(s));
    for (const grammar::RuleSpan& rule : extractor.extract(sentence)) use(s, rule);
  }
}

void bind_study(nb::module_& m) {
  m.def(
      "extract",
      [](const LinkedArrays& arrays, const TrainSettings& settings) {
        std::vector<std::int32_t> rows;
        std::vector<float> counts;
        const auto add = [&](std::size_t s, const grammar::RuleSpan& rule) {
          rows.insert(rows.end(),
                      {static_cast<std::int32_t>(s), rule.source_begin, rule.source_size,
                       rule.target_begin, rule.target_size, rule.gaps});
          for (const grammar::Gap& gap : rule.gap) {
            rows.insert(rows.end(),
                        {gap.source_begin, gap.source_size, gap.target_begin, gap.target_size});
          }
          counts.push_back(rule.count);
        };
        {
          nb::gil_scoped_release release;
          for_each_rule(linked_text(arrays), grammar::RuleExtractor(settings.rules), add);
        }
        return std::tuple(to_matrix(std::move(rows), 14), to_array(std::move(counts)));
      },
      "text"_a, "settings"_a,
      "Rows (sentence, source begin and size, target begin and size, gaps, then for each of two\n"
      "gaps source begin and size, target begin and size inside the rule), and counts.");
  m.def(
      "significance",
      [](const LinkedArrays& arrays, const TrainSettings& settings) {
        std::vector<std::uint32_t> counts;
        std::vector<double> values;
        {
          nb::gil_scoped_release release;
          const LinkedText text = linked_text(arrays);
          grammar::RuleExtractor extractor(settings.rules);  // first: it checks the settings
          const grammar::Significance test(text, settings.rules, 1);
          grammar::SentenceSet sentences;
          for_each_rule(text, std::move(extractor),
                        [&](std::size_t s, const grammar::RuleSpan& rule) {
                          const grammar::RulePlace place = grammar::place_of(rule, s);
                          test.find_source(place, sentences);
                          const std::uint32_t of_target = test.target_sentences(place);
                          const std::uint32_t both = test.pairs(place, sentences);
                          counts.insert(counts.end(), {sentences.size(), of_target, both});
                          values.push_back(test.fisher().value(both, sentences.size(), of_target));
                        });
        }
        return std::tuple(to_matrix(std::move(counts), 3), to_array(std::move(values)));
      },
      "text"_a, "settings"_a,
      "For each row of `extract`: sentences with its source side, with its target side, pairs "
      "with\n"
      "both; and -ln p of Fisher's exact test.");
}

}  // namespace

void bind_grammar(nb::module_& m) {
  bind_table(m);
  bind_import(m);
  bind_settings(m);
  bind_study(m);
  def_train<TrainSettings, &grammar::train>(
      m, "Learn a rule table; returns occurrences, rules, kept rules, source and target sides.");
}

}  // namespace manyways::bindings::of_grammar
