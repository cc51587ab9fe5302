#include "features/glossary.h"

#include <algorithm>

#include "base/hash.h"
#include "base/threads.h"

namespace manyways::features {
namespace {

std::uint64_t run_hash(std::span<const Word> words) {
  std::uint64_t hash = words.size();
  for (const Word& word : words) hash = hash_combine(hash, word.hash);
  return IsHash::stored(hash);
}

void add_length(std::vector<std::size_t>& lengths, std::size_t length) {
  if (std::find(lengths.begin(), lengths.end(), length) == lengths.end()) {
    lengths.push_back(length);
    std::sort(lengths.rbegin(), lengths.rend());
  }
}

}  // namespace

Glossary::Glossary(const TextView& terms, const TextView& translations) {
  Scan scan;
  for (std::size_t i = 0; i != terms.size(); ++i) {
    scan.read(terms[i]);
    if (scan.words.empty()) continue;
    const std::uint64_t term = run_hash(scan.words);
    const std::size_t length = scan.words.size();
    scan.read(translations[i]);
    if (scan.words.empty()) continue;
    add_length(term_lengths_, length);
    add_length(translation_lengths_, scan.words.size());
    const auto [number, fresh] =
        terms_.insert(term, static_cast<std::uint32_t>(translations_.size()));
    if (fresh) translations_.emplace_back();
    translations_[*number].push_back(run_hash(scan.words));
  }
}

void Glossary::find(std::span<const Word> words, std::vector<std::uint32_t>& terms) const {
  terms.clear();
  for (std::size_t at = 0; at < words.size();) {
    std::size_t step = 1;
    for (const std::size_t length : term_lengths_) {
      if (at + length > words.size()) continue;
      const std::uint32_t* const found = terms_.find(run_hash(words.subspan(at, length)));
      if (found == nullptr) continue;
      terms.push_back(*found);
      step = length;
      break;
    }
    at += step;
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
}

void Glossary::runs(std::span<const Word> words, HashSet<std::uint64_t, IsHash>& runs) const {
  runs.clear();
  for (const std::size_t length : translation_lengths_)
    for (std::size_t at = 0; at + length <= words.size(); ++at)
      runs.insert(run_hash(words.subspan(at, length)));
}

std::vector<std::int32_t> count_terms(const Glossary& glossary, const TextView& texts,
                                      std::span<const std::int64_t> sentence_offsets,
                                      const TextView& sources, unsigned threads) {
  std::vector<std::int32_t> rows(texts.size() * kTermColumns);
  parallel_for(sources.size(), threads, [&](std::size_t s) {
    Scan scan;
    HashSet<std::uint64_t, IsHash> runs;
    std::vector<std::uint32_t> terms;
    scan.read(sources[s]);
    glossary.find(scan.words, terms);
    if (terms.empty()) return;
    const auto end = static_cast<std::size_t>(sentence_offsets[s + 1]);
    for (auto c = static_cast<std::size_t>(sentence_offsets[s]); c != end; ++c) {
      scan.read(texts[c]);
      glossary.runs(scan.words, runs);
      for (const std::uint32_t term : terms) {
        const auto all = glossary.translations(term);
        const bool met = std::any_of(all.begin(), all.end(),
                                     [&](std::uint64_t each) { return runs.contains(each); });
        ++rows[c * kTermColumns + (met ? kTermsMet : kTermsMissed)];
      }
    }
  });
  return rows;
}

}  // namespace manyways::features
