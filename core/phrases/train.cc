#include "phrases/train.h"

#include <algorithm>
#include <numeric>

#include "base/limits.h"
#include "base/meter.h"
#include "phrases/buckets.h"
#include "phrases/lexicon.h"
#include "phrases/pairs.h"
#include "phrases/partition.h"
#include "phrases/score.h"
#include "phrases/table_writer.h"

namespace manyways::phrases {
namespace {

class Trainer {
 public:
  Trainer(const LinkedText& text, const TrainSettings& settings, const std::string& path,
          std::size_t source_vocabulary, unsigned threads)
      : text_(text),
        settings_(settings),
        threads_(threads),
        word_buckets_(word_buckets(text, source_vocabulary, bucket_count(text))),
        events_(bucket_count(text), settings.memory * kMebibyte / 2, folder_of(path)),
        pairs_(bucket_count(text), settings.memory * kMebibyte / 2, folder_of(path)),
        writer_(path, {"p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)"}, reordering_scores(settings),
                true) {}

  TrainSummary run(const VocabularyView& source_words, const VocabularyView& target_words) {
    extract();
    count();
    score();
    const Stretch stretch(kFinishing, 0);
    writer_.finish(source_words, target_words);
    summary_.kept = writer_.options();
    return summary_;
  }

 private:
  // Shares of the time, as they were on Europarl and Multi30k.
  static constexpr double kExtracting = 0.12, kCounting = 0.22, kScoring = 0.5, kFinishing = 0.16;

  void extract() {
    const Stretch stretch(kExtracting, block_count(text_));
    std::vector<std::uint64_t> occurrences(block_count(text_));
    parallel_blocks(text_, threads_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Extractor extractor(settings_.extract);
      SentenceLinks links;
      std::vector<Event> events;
      for (std::size_t s = begin; s < end; ++s) {
        links.assign(text_.links_of(s), text_.source_size(s), text_.target_size(s));
        append_events(text_, s, links, extractor.extract(links), settings_.extract.longest, events);
      }
      occurrences[block] = events.size();
      const std::size_t buckets = events_.size();
      events_.add(events, [buckets](const Event& event) { return event.target % buckets; });
    });
    summary_.occurrences =
        std::accumulate(occurrences.begin(), occurrences.end(), std::uint64_t{0});
  }

  void count() {
    const WordWeights weights(text_, Lexicon(text_), threads_);
    const Stretch stretch(kCounting, events_.size());
    each_bucket(
        [&](std::size_t bucket) {
          std::vector<Event> events = events_.take(bucket);
          return count_pairs(text_, weights, events);
        },
        [&](CountedPairs& counted) { add_counted(counted); });
  }

  // Makes something of every bucket, several at once, and takes it in their order.
  template <class Make, class Take>
  void each_bucket(Make make, Take take) {
    std::vector<decltype(make(std::size_t{}))> wave(kWave);
    in_waves(
        events_.size(), threads_,
        [&](std::size_t bucket, std::size_t k) { wave[k] = make(bucket); },
        [&](std::size_t k) {
          take(wave[k]);
          wave[k] = {};
        });
  }

  void add_counted(CountedPairs& counted) {
    const auto first = static_cast<std::uint32_t>(summary_.target_phrases);
    for (const Place& place : counted.targets) {
      writer_.add_target(
          text_.target(place.sentence).subspan(place.target_begin, place.target_size));
    }
    summary_.target_phrases += counted.targets.size();
    summary_.pairs += counted.pairs.size();
    for (PairCount& pair : counted.pairs) {
      pair.target += first;
      discounts_.count(pair);
    }
    pairs_.add(counted.pairs, [this](const PairCount& pair) {
      return word_buckets_[text_.source(pair.place.sentence)[pair.place.source_begin]];
    });
  }

  void score() {
    const Stretch stretch(kScoring, events_.size());
    each_bucket(
        [&](std::size_t bucket) {
          std::vector<PairCount> pairs = pairs_.take(bucket);
          return score_pairs(text_, settings_, discounts_, pairs);
        },
        [&](const ScoredPhrases& scored) { write(scored); });
  }

  void write(const ScoredPhrases& scored) {
    std::size_t option = 0, link = 0;
    for (const ScoredPhrases::Source& source : scored.sources) {
      writer_.begin_source(text_.source(source.place.sentence)
                               .subspan(source.place.source_begin, source.place.source_size));
      for (; option < source.options_end; ++option) {
        const ScoredPhrases::Option& each = scored.options[option];
        writer_.add_option(
            each.target, std::span(scored.links).subspan(link, each.links_end - link),
            std::span(scored.floats).subspan(each.floats_begin, writer_.floats_per_option()));
        link = each.links_end;
      }
    }
    summary_.source_phrases += scored.sources.size();
  }

  const LinkedText& text_;
  const TrainSettings& settings_;
  const unsigned threads_;
  std::vector<std::uint32_t> word_buckets_;
  Buckets<Event> events_;
  Buckets<PairCount> pairs_;
  TableWriter writer_;
  Discounts discounts_;
  TrainSummary summary_{};
};

}  // namespace

TrainSummary train(const LinkedText& text, const VocabularyView& source_words,
                   const VocabularyView& target_words, const TrainSettings& settings,
                   const std::string& path, unsigned threads) {
  check_linked_text(text);
  Trainer trainer(text, settings, path, source_words.size(), threads);
  return trainer.run(source_words, target_words);
}

}  // namespace manyways::phrases
