#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "base/text_column.h"
#include "base/vocabulary.h"
#include "common.h"
#include "text/affixes.h"
#include "text/detokenise.h"
#include "text/difference.h"
#include "text/encode.h"
#include "text/known_words.h"
#include "text/letter_pairs.h"
#include "text/letters.h"
#include "text/measure.h"
#include "text/sentences.h"
#include "text/tokenise.h"
#include "text/transliterate.h"
#include "text/truecase.h"

namespace manyways::bindings::of_text {
namespace {

TextView as_column(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets) {
  const TextView column = text_view(data, offsets);
  check_column(column);
  return column;
}

auto to_arrays(TextColumn&& column) {
  return std::pair(to_array_of<std::uint8_t>(std::move(column.values)),
                   to_array(std::move(column.offsets)));
}

auto to_arrays(Ragged<WordId>&& words) {
  return std::pair(to_array(std::move(words.values)), to_array(std::move(words.offsets)));
}

// What `work` makes, for NumPy.
template <typename Work>
auto arrays_of(Work work) {
  return to_arrays(released(work));
}

void bind_encode(nb::module_& m) {
  m.def(
      "encode",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Vocabulary& vocabulary, bool grow,
         Threads threads) {
        const TextView column = as_column(data, offsets);
        return arrays_of([&] {
          return grow ? text::encode_and_grow(column, vocabulary, threads)
                      : text::encode(column, vocabulary.view(), threads);
        });
      },
      "data"_a, "offsets"_a, "vocabulary"_a, "grow"_a, "threads"_a = 0,
      "Word ids of a column of tokenised texts, and their offsets.");
  m.def(
      "decode",
      [](Array<WordId> ids, Array<std::int64_t> offsets, const Vocabulary& vocabulary,
         Threads threads) {
        return arrays_of(
            [&] { return text::decode(view(ids), view(offsets), vocabulary.view(), threads); });
      },
      "ids"_a, "offsets"_a, "vocabulary"_a, "threads"_a = 0,
      "The texts of word ids, as data and offsets.");
}

// A function of one text, applied to a column.
template <typename Change>
auto change_column(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets,
                   Threads threads, const Change& change) {
  const TextView column = as_column(data, offsets);
  return arrays_of([&] { return map_column(column, threads, change); });
}

template <auto Change, typename T>
void def_change(nb::class_<T>& bound, const char* name) {
  bound.def(
      name,
      [](const T& self, Array<std::uint8_t> data, Array<std::int64_t> offsets, Threads threads) {
        const auto change = [&](std::string_view text, std::string& out) {
          (self.*Change)(text, out);
        };
        return change_column(data, offsets, threads, change);
      },
      "data"_a, "offsets"_a, "threads"_a = 0);
}
template <auto Change>
void def_change(nb::module_& m, const char* name, const char* doc) {
  m.def(
      name,
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Threads threads) {
        return change_column(data, offsets, threads, Change);
      },
      "data"_a, "offsets"_a, "threads"_a = 0, doc);
}

void bind_tokenise(nb::module_& m) {
  using text::Apostrophe;
  using text::Detokeniser;
  using text::Tokeniser;
  nb::enum_<Apostrophe>(m, "Apostrophe", "Where an apostrophe inside a word goes.")
      .value("ALONE", Apostrophe::kAlone)
      .value("RIGHT", Apostrophe::kRight)
      .value("LEFT", Apostrophe::kLeft);
  nb::class_<Tokeniser> tokeniser(m, "Tokeniser", "The tokeniser of one language.");
  tokeniser.def(
      "__init__",
      [](Tokeniser* self, Apostrophe apostrophe, bool ordinals, bool inner_colon, bool inner_point,
         bool ideographs_alone, std::vector<std::string> abbreviations,
         std::vector<std::string> numeric_abbreviations) {
        new (self) Tokeniser({apostrophe, ordinals, inner_colon, inner_point, ideographs_alone,
                              std::move(abbreviations), std::move(numeric_abbreviations)});
      },
      nb::kw_only(), "apostrophe"_a, "ordinals"_a, "inner_colon"_a, "inner_point"_a,
      "ideographs_alone"_a, "abbreviations"_a, "numeric_abbreviations"_a);
  def_change<&Tokeniser::tokenise>(tokeniser, "tokenise");
  nb::class_<Detokeniser> detokeniser(m, "Detokeniser", "The detokeniser of one language.");
  detokeniser.def(
      "__init__",
      [](Detokeniser* self, Apostrophe apostrophe, const std::vector<std::uint32_t>& spaced,
         bool unspaced, bool leading_apostrophe) {
        new (self)
            Detokeniser({apostrophe, {spaced.begin(), spaced.end()}, unspaced, leading_apostrophe});
      },
      nb::kw_only(), "apostrophe"_a, "spaced_signs"_a, "unspaced"_a, "leading_apostrophe"_a);
  def_change<&Detokeniser::detokenise>(detokeniser, "detokenise");
}

void bind_letters(nb::module_& m) {
  def_change<&text::append_lower>(m, "lower", "All texts in lower case.");
  def_change<&text::append_plain>(m, "plain", "All texts with plain quotes, dashes and spaces.");
}

void bind_truecase(nb::module_& m) {
  using text::Truecaser;
  m.def(
      "count_forms",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Threads threads) {
        const TextView column = as_column(data, offsets);
        auto forms = [&] {
          nb::gil_scoped_release release;
          return text::count_forms(column, threads);
        }();
        return std::tuple(to_array_of<std::uint8_t>(std::move(forms.surfaces.values)),
                          to_array(std::move(forms.surfaces.offsets)),
                          to_array(std::move(forms.counts)));
      },
      "data"_a, "offsets"_a, "threads"_a = 0,
      "Spellings of words away from the start of a sentence (data, offsets) and their counts.");
  nb::class_<Truecaser> truecaser(m, "Truecaser",
                                  "Knows the case of words in the middle of a sentence.");
  truecaser.def(
      "__init__",
      [](Truecaser* self, Array<std::uint8_t> data, Array<std::int64_t> offsets,
         Array<std::int64_t> counts) {
        new (self) Truecaser(as_column(data, offsets), view(counts));
      },
      "data"_a, "offsets"_a, "counts"_a);
  def_change<&Truecaser::apply>(truecaser, "apply");
  def_change<&text::append_capital>(m, "capital", "All texts with a capital at their start.");
}

void bind_known_words(nb::module_& m) {
  using text::KnownWords;
  nb::class_<KnownWords> known(m, "KnownWords", "What becomes of words that are rare or new.");
  known.def(
      "__init__",
      [](KnownWords* self, Array<std::uint8_t> data, Array<std::int64_t> offsets,
         Array<std::int64_t> counts, Array<std::uint8_t> usable,
         const std::vector<std::string>& affixes, bool split, bool vary, std::int64_t most) {
        KnownWords::Affixes known;
        for (std::string_view affix : affixes) {
          const bool before = affix.ends_with('+');
          if (before) affix.remove_suffix(1);
          (before ? known.prefixes : known.joiners).emplace_back(affix);
        }
        new (self) KnownWords(as_column(data, offsets), view(counts), view(usable),
                              std::move(known), {split, vary, most});
      },
      "data"_a, "offsets"_a, "counts"_a, nb::kw_only(), "usable"_a, "affixes"_a, "split"_a,
      "vary"_a, "most"_a, "affixes: joiners of compounds, and prefixes with a plus sign.");
  def_change<&KnownWords::apply>(known, "apply");
  m.def(
      "joiners_of",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Array<std::int64_t> counts) {
        return text::joiners_of(as_column(data, offsets), view(counts));
      },
      "data"_a, "offsets"_a, "counts"_a, "What stands between the parts of compounds.");
  m.def(
      "prefixes_of",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Array<std::int64_t> counts) {
        return text::prefixes_of(as_column(data, offsets), view(counts));
      },
      "data"_a, "offsets"_a, "counts"_a, "What stands before words.");
}

// Letters as the code points that NumPy has; 0 is no letter.
auto unit_arrays(const std::vector<text::LetterUnit>& units) {
  std::vector<std::uint32_t> letters;
  std::vector<double> probabilities;
  for (const text::LetterUnit& unit : units) {
    for (const char32_t letter : {unit.source, unit.target[0], unit.target[1]}) {
      letters.push_back(letter);
    }
    probabilities.push_back(unit.probability);
  }
  return std::pair(to_array(std::move(letters)), to_array(std::move(probabilities)));
}

std::vector<text::LetterUnit> units_of(const Array<std::uint32_t>& letters,
                                       const Array<double>& probabilities) {
  const auto codes = view(letters);
  const auto values = view(probabilities);
  if (codes.size() != 3 * values.size()) {
    throw std::invalid_argument("three letters are needed for each probability");
  }
  std::vector<text::LetterUnit> units;
  for (std::size_t i = 0; i < values.size(); ++i) {
    units.push_back({codes[3 * i], {codes[3 * i + 1], codes[3 * i + 2]}, values[i]});
  }
  return units;
}

// Something learnt from word pairs and a number for each.
template <typename Number, class Learn, class Give>
void def_of_pairs(nb::module_& m, const char* name, const char* numbers, Learn learn, Give give,
                  const char* doc) {
  m.def(
      name,
      [=](Array<std::uint8_t> source, Array<std::int64_t> source_offsets,
          Array<std::uint8_t> target, Array<std::int64_t> target_offsets, Array<Number> values,
          Threads threads) {
        const TextView sources = as_column(source, source_offsets);
        const TextView targets = as_column(target, target_offsets);
        return give(released([&] { return learn(sources, targets, view(values), threads); }));
      },
      "source"_a, "source_offsets"_a, "target"_a, "target_offsets"_a, nb::arg(numbers),
      "threads"_a = 0, doc);
}

void bind_transliterate(nb::module_& m) {
  using text::Transliterator;
  def_of_pairs<std::uint8_t>(
      m, "transliteration_chances", "names", text::chances_of,
      [](auto&& chances) { return to_array(std::move(chances)); },
      "How probable it is of each word pair that it is one word in two scripts.");
  def_of_pairs<double>(
      m, "learn_units", "weights", text::learn_units,
      [](const auto& units) { return unit_arrays(units); },
      "Which letters stand for which: a source letter and two of the target's, and probabilities.");
  nb::class_<Transliterator>(m, "Transliterator", "Spells words of another script.")
      .def(
          "__init__",
          [](Transliterator* self, Array<std::uint32_t> letters, Array<double> probabilities,
             Array<std::uint8_t> words, Array<std::int64_t> word_offsets,
             Array<std::uint8_t> borrowed, Array<std::int64_t> borrowed_offsets,
             Array<std::uint8_t> own, Array<std::int64_t> own_offsets) {
            new (self)
                Transliterator(units_of(letters, probabilities), as_column(words, word_offsets),
                               as_column(borrowed, borrowed_offsets), as_column(own, own_offsets));
          },
          "letters"_a, "probabilities"_a, "words"_a, "word_offsets"_a, "borrowed"_a,
          "borrowed_offsets"_a, "own"_a, "own_offsets"_a)
      .def("odds", &Transliterator::odds, "word"_a, "Of being borrowed, as a logarithm.")
      .def(
          "best",
          [](const Transliterator& self, const std::string& word, std::size_t most) {
            std::vector<std::pair<std::string, double>> found;
            for (text::Transliteration& spelling :
                 released([&] { return self.best(word, most); })) {
              found.emplace_back(std::move(spelling.text), spelling.score);
            }
            return found;
          },
          "word"_a, "most"_a, "Spellings and their scores, best first.");
}

// One value per text, computed without the interpreter's lock.
template <typename Measure>
auto measured(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets,
              const Measure& measure) {
  const TextView column = as_column(data, offsets);
  auto values = [&] {
    nb::gil_scoped_release release;
    return measure(column);
  }();
  return to_array(std::move(values));
}

void bind_measure(nb::module_& m) {
  m.def(
      "count_words",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Threads threads) {
        return measured(data, offsets,
                        [&](const TextView& c) { return text::count_words(c, threads); });
      },
      "data"_a, "offsets"_a, "threads"_a = 0, "Words between white space, per text.");
  m.def(
      "hash_texts",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, std::uint64_t seed,
         Threads threads) {
        return measured(data, offsets,
                        [&](const TextView& c) { return text::hash_texts(c, seed, threads); });
      },
      "data"_a, "offsets"_a, "seed"_a = 0, "threads"_a = 0, "A 64-bit hash of each text.");
  m.def(
      "script_shares",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets,
         const std::vector<std::uint32_t>& samples, Threads threads) {
        return measured(data, offsets, [&](const TextView& c) {
          return text::script_shares(c, samples, threads);
        });
      },
      "data"_a, "offsets"_a, "samples"_a, "threads"_a = 0,
      "Share of each text's letters in the scripts of the sample letters.");
}

void bind_difference(nb::module_& m) {
  m.def(
      "differences",
      [](Array<std::uint8_t> left, Array<std::int64_t> left_offsets, Array<std::uint8_t> right,
         Array<std::int64_t> right_offsets, Threads threads) {
        const TextView one = as_column(left, left_offsets);
        const TextView other = as_column(right, right_offsets);
        text::Differences found = [&] {
          nb::gil_scoped_release release;
          return text::differences(one, other, threads);
        }();
        return std::pair(to_arrays(std::move(found.left)), to_arrays(std::move(found.right)));
      },
      "left"_a, "left_offsets"_a, "right"_a, "right_offsets"_a, "threads"_a = 0,
      "Stretches of words that differ, start and end in characters, of each text of both columns.");
}

void bind_sentences(nb::module_& m) {
  using text::SentenceSplitter;
  nb::class_<SentenceSplitter>(m, "SentenceSplitter", "The sentence splitter of one language.")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&, bool>(),
           "abbreviations"_a, "numeric_abbreviations"_a, "ordinals"_a)
      .def(
          "split",
          [](const SentenceSplitter& self, Array<std::uint8_t> data, Array<std::int64_t> offsets) {
            const TextView column = as_column(data, offsets);
            std::vector<std::int64_t> pieces{column.offsets[0]};
            std::vector<std::int64_t> counts{0};
            {
              nb::gil_scoped_release release;
              std::vector<std::size_t> ends;
              for (std::size_t i = 0; i < column.size(); ++i) {
                ends.clear();
                self.split(column[i], ends);
                for (const std::size_t end : ends) {
                  pieces.push_back(column.offsets[i] + static_cast<std::int64_t>(end));
                }
                counts.push_back(static_cast<std::int64_t>(pieces.size()) - 1);
              }
            }
            return std::pair(to_array(std::move(pieces)), to_array(std::move(counts)));
          },
          "data"_a, "offsets"_a,
          "Offsets of the pieces in the same data, and offsets of each text's pieces.");
}

}  // namespace

void bind_text(nb::module_& m) {
  bind_tokenise(m);
  bind_letters(m);
  bind_measure(m);
  bind_difference(m);
  bind_sentences(m);
  bind_truecase(m);
  bind_known_words(m);
  bind_transliterate(m);
  bind_encode(m);
}

}  // namespace manyways::bindings::of_text
