#include "grammar/train.h"

#include <numeric>
#include <optional>

#include "base/limits.h"
#include "base/meter.h"
#include "grammar/rules.h"
#include "grammar/score.h"
#include "phrases/buckets.h"
#include "phrases/lexicon.h"
#include "phrases/partition.h"
#include "phrases/table_writer.h"

namespace manyways::grammar {
namespace {

using phrases::LinkedText;

// A vocabulary with the gaps after all words.
Vocabulary with_gaps(const VocabularyView& words, std::span<const std::string_view> gaps) {
  Vocabulary result;
  for (WordId id = kFirstWord; id < words.size(); ++id) result.add(words.word(id));
  for (const std::string_view gap : gaps) result.add(gap);
  return result;
}

class Trainer {
 public:
  Trainer(const LinkedText& text, const TrainSettings& settings, const std::string& path,
          const VocabularyView& source_words, const VocabularyView& target_words, unsigned threads)
      : text_(text),
        settings_(settings),
        threads_(threads),
        source_words_(with_gaps(source_words, {&kSourceGap, 1})),
        target_words_(with_gaps(target_words, kTargetGaps)),
        gaps_{source_words_.find(kSourceGap),
              {target_words_.find(kTargetGaps[0]), target_words_.find(kTargetGaps[1])}},
        buckets_(4 * phrases::bucket_count(text)),
        word_buckets_(phrases::word_buckets(text, source_words_.size(), buckets_)),
        events_(buckets_, settings.memory * kMebibyte / 2, folder_of(path)),
        rules_(2 * buckets_, settings.memory * kMebibyte / 2, folder_of(path)),
        writer_(path, {"p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)"}, 0, true, kRuleKind) {}

  TrainSummary run() {
    extract();
    count();
    score();
    const Stretch stretch(kFinishing, 0);
    write_targets();
    writer_.finish(source_words_.view(), target_words_.view());
    summary_.kept = writer_.options();
    return summary_;
  }

 private:
  // Shares of the time, as they were on Europarl and Multi30k.
  static constexpr double kExtracting = 0.37, kCounting = 0.23, kScoring = 0.36, kFinishing = 0.04;

  void extract() {
    const Stretch stretch(kExtracting, phrases::block_count(text_));
    std::vector<std::uint64_t> occurrences(phrases::block_count(text_));
    phrases::parallel_blocks(
        text_, threads_, [&](std::size_t block, std::size_t begin, std::size_t end) {
          RuleExtractor extractor(settings_.rules);
          phrases::SentenceLinks links;
          std::vector<RuleEvent> events;
          for (std::size_t s = begin; s < end; ++s) {
            links.assign(text_.links_of(s), text_.source_size(s), text_.target_size(s));
            append_events(text_, s, extractor.extract(links), gaps_, events);
          }
          occurrences[block] = events.size();
          events_.add(events, [this](const RuleEvent& event) { return event.target % buckets_; });
        });
    summary_.occurrences =
        std::accumulate(occurrences.begin(), occurrences.end(), std::uint64_t{0});
  }

  void count() {
    const phrases::WordWeights weights(text_, phrases::Lexicon(text_), threads_);
    const Stretch stretch(kCounting, buckets_);
    std::vector<CountedRules> wave(phrases::kWave);
    phrases::in_waves(
        buckets_, threads_,
        [&](std::size_t bucket, std::size_t slot) {
          std::vector<RuleEvent> events = events_.take(bucket);
          wave[slot] = count_rules(text_, weights, gaps_, events);
        },
        [&](std::size_t slot) { add_counted(wave[slot]); });
  }

  void add_counted(CountedRules& counted) {
    for (RuleCount& rule : counted.rules) rule.target += targets_;
    targets_ += counted.targets;
    summary_.rules += counted.rules.size();
    rules_.add(counted.rules, [this](const RuleCount& rule) { return source_bucket(rule.place); });
    counted = {};
  }

  // Ascending with the first symbol; sides that begin with a gap come last, by their second symbol.
  std::size_t source_bucket(const RulePlace& place) const {
    std::size_t first = place.source_begin;
    bool gap_first = false;
    for (unsigned g = 0; g < place.gaps; ++g) {
      if (place.gap[g].source_begin != 0) continue;
      gap_first = true;
      first += place.gap[g].source_size;
    }
    return word_buckets_[text_.source(place.sentence)[first]] + (gap_first ? buckets_ : 0);
  }

  void score() {
    target_ids_.assign(targets_, kNoTarget);
    std::optional<EvidenceTest> test;
    if (settings_.evidence != Evidence::any) test.emplace(text_, settings_, targets_, threads_);
    const Stretch stretch(kScoring, 2 * buckets_);
    std::vector<ScoredRules> wave(phrases::kWave);
    phrases::in_waves(
        2 * buckets_, threads_,
        [&](std::size_t bucket, std::size_t slot) {
          std::vector<RuleCount> rules = rules_.take(bucket);
          wave[slot] = score_rules(text_, gaps_, settings_, test ? &*test : nullptr, rules);
        },
        [&](std::size_t slot) {
          wave[slot].write(writer_,
                           [this](const ScoredRules::Rule& rule) { return target_id(rule); });
          summary_.source_sides += wave[slot].sides.size();
          wave[slot] = {};
        });
  }

  // Targets are numbered as rules that are kept need them.
  std::uint32_t target_id(const ScoredRules::Rule& rule) {
    std::uint32_t& id = target_ids_[rule.target];
    if (id == kNoTarget) {
      id = static_cast<std::uint32_t>(target_places_.size());
      target_places_.push_back(rule.place);
    }
    return id;
  }

  void write_targets() {
    RuleSymbols symbols;
    for (const RulePlace& place : target_places_) {
      spell_rule(text_, place, gaps_, symbols);
      writer_.add_target(symbols.target);
    }
    summary_.target_sides = target_places_.size();
  }

  static constexpr std::uint32_t kNoTarget = ~std::uint32_t{0};

  const LinkedText& text_;
  const TrainSettings& settings_;
  const unsigned threads_;
  const Vocabulary source_words_, target_words_;
  const GapIds gaps_;
  const std::size_t buckets_;
  const std::vector<std::uint32_t> word_buckets_;
  phrases::Buckets<RuleEvent> events_;
  phrases::Buckets<RuleCount> rules_;
  phrases::TableWriter writer_;
  std::uint32_t targets_ = 0;              // distinct target sides of all rules
  std::vector<std::uint32_t> target_ids_;  // their numbers in the file
  std::vector<RulePlace> target_places_;   // a rule with each target of the file
  TrainSummary summary_{};
};

}  // namespace

TrainSummary train(const LinkedText& text, const VocabularyView& source_words,
                   const VocabularyView& target_words, const TrainSettings& settings,
                   const std::string& path, unsigned threads) {
  phrases::check_linked_text(text);
  Trainer trainer(text, settings, path, source_words, target_words, threads);
  return trainer.run();
}

}  // namespace manyways::grammar
