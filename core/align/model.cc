#include "align/model.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.h"
#include "base/section_file.h"

namespace manyways::align {
namespace {

constexpr char kKind[] = "align";
constexpr std::uint32_t kVersion = 1;

void add_words(SectionWriter& writer, const std::string& side, const Vocabulary& vocabulary) {
  const VocabularyView view = vocabulary.view();
  writer.add(side + "_bytes", view.bytes());
  writer.add(side + "_offsets", view.offsets());
}

[[noreturn]] void fail(const SectionFile& file, const std::string& what) {
  throw InputError(file.path(), 0, "is not a sound aligner: " + what, "Train it again.");
}

template <typename T>
std::vector<T> read(const SectionFile& file, const std::string& name) {
  const std::span<const T> values = file.section<T>(name);
  file.verify(name);
  return {values.begin(), values.end()};
}

Vocabulary read_words(const SectionFile& file, const std::string& side) {
  const auto bytes = read<char>(file, side + "_bytes");
  const auto offsets = read<std::uint64_t>(file, side + "_offsets");
  Vocabulary vocabulary;
  if (offsets.size() < kFirstWord + 1) fail(file, "its vocabulary is too small");
  for (std::size_t w = 0; w + 1 < offsets.size(); ++w) {
    if (offsets[w] > offsets[w + 1] || offsets[w + 1] > bytes.size()) {
      fail(file, "its vocabulary is cut off");
    }
    const std::string_view word(bytes.data() + offsets[w], offsets[w + 1] - offsets[w]);
    if (vocabulary.add(word) != w) fail(file, "a word is there twice");
  }
  return vocabulary;
}

std::vector<float> read_counts(const SectionFile& file, const std::string& name, std::size_t size) {
  std::vector<float> counts = read<float>(file, name);
  const bool good =
      std::all_of(counts.begin(), counts.end(), [](float c) { return std::isfinite(c) && c >= 0; });
  if (counts.size() != size || !good) fail(file, "its counts are damaged");
  return counts;
}

Jumps::Counts read_jumps(const SectionFile& file, const std::string& name) {
  const auto values = read<double>(file, name);
  Jumps::Counts counts{};
  if (values.size() != counts.size()) fail(file, "its jumps are damaged");
  std::copy(values.begin(), values.end(), counts.begin());
  for (const double c : counts) {
    if (!(c >= 0 && std::isfinite(c))) fail(file, "its jumps are damaged");
  }
  return counts;
}

}  // namespace

void save_model(const Model& model, const std::string& path) {
  SectionWriter writer(path, kKind, kVersion);
  add_words(writer, "source", model.source);
  add_words(writer, "target", model.target);
  writer.add("pair_source", model.pairs.source);
  writer.add("pair_target", model.pairs.target);
  writer.add("pair_count", model.pairs.count);
  writer.add("null_source", model.null_source);
  writer.add("null_target", model.null_target);
  writer.add("forward_jumps", std::span<const double>(model.forward_jumps));
  writer.add("backward_jumps", std::span<const double>(model.backward_jumps));
  writer.finish();
}

Model load_model(const std::string& path) {
  const SectionFile file(path, kKind, kVersion);
  Model model;
  model.source = read_words(file, "source");
  model.target = read_words(file, "target");
  model.pairs.source = read<WordId>(file, "pair_source");
  model.pairs.target = read<WordId>(file, "pair_target");
  const std::size_t pairs = model.pairs.source.size();
  model.pairs.count = read_counts(file, "pair_count", pairs);
  if (model.pairs.target.size() != pairs ||
      !std::is_sorted(model.pairs.source.begin(), model.pairs.source.end())) {
    fail(file, "its pairs are damaged");
  }
  for (std::size_t p = 0; p < pairs; ++p) {
    if (model.pairs.source[p] >= model.source.size() ||
        model.pairs.target[p] >= model.target.size()) {
      fail(file, "a pair has a word that is not there");
    }
  }
  model.null_source = read_counts(file, "null_source", model.source.size());
  model.null_target = read_counts(file, "null_target", model.target.size());
  model.forward_jumps = read_jumps(file, "forward_jumps");
  model.backward_jumps = read_jumps(file, "backward_jumps");
  return model;
}

}  // namespace manyways::align
