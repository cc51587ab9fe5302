#include "metrics/metric.h"

#include "base/threads.h"

namespace manyways::metrics {
namespace {

constexpr std::size_t kBlockSentences = 32;
constexpr std::int64_t kBlockRows = 1024;

void fill_block(const Lists& lists, std::size_t first, std::size_t last, Kernel& kernel,
                std::size_t columns, std::int64_t* rows) {
  std::vector<std::string_view> references(lists.references.size());
  for (std::size_t s = first; s < last; ++s) {
    if (lists.sentence_offsets[s] == lists.sentence_offsets[s + 1]) continue;
    for (std::size_t r = 0; r < references.size(); ++r) references[r] = lists.references[r][s];
    kernel.set_references(references);
    for (std::int64_t c = lists.sentence_offsets[s]; c < lists.sentence_offsets[s + 1]; ++c) {
      const auto row = static_cast<std::size_t>(c);
      kernel.statistics(lists.candidates[row], rows + row * columns);
    }
  }
}

class KernelComparer final : public Comparer {
 public:
  explicit KernelComparer(const Metric& metric)
      : metric_(metric), kernel_(metric.kernel()), row_(metric.columns()) {}

  void set_texts(std::span<const std::string_view> texts, std::size_t) override { texts_ = texts; }
  void compare(std::size_t reference, std::span<const std::uint32_t> wanted,
               double* values) override {
    kernel_->set_references(texts_.subspan(reference, 1));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      kernel_->statistics(texts_[wanted[i]], row_.data());
      values[i] = metric_.sentence_score(row_.data());
    }
  }

 private:
  const Metric& metric_;
  std::unique_ptr<Kernel> kernel_;
  std::vector<std::int64_t> row_;
  std::span<const std::string_view> texts_;
};

}  // namespace

std::unique_ptr<Comparer> Metric::comparer() const {
  return std::make_unique<KernelComparer>(*this);
}

std::vector<std::size_t> sentence_blocks(const Lists& lists) {
  std::vector<std::size_t> starts{0};
  for (std::size_t s = 1; s <= lists.sentences(); ++s) {
    const std::int64_t rows = lists.sentence_offsets[s] - lists.sentence_offsets[starts.back()];
    if (s == lists.sentences() || s - starts.back() >= kBlockSentences || rows >= kBlockRows)
      starts.push_back(s);
  }
  return starts;
}

std::vector<std::int64_t> statistics(const Metric& metric, const Lists& lists, unsigned threads) {
  check(lists);
  const std::size_t columns = metric.columns();
  std::vector<std::int64_t> rows(lists.candidates.size() * columns);
  const std::vector<std::size_t> starts = sentence_blocks(lists);
  parallel_for(starts.size() - 1, threads, [&](std::size_t block) {
    const std::unique_ptr<Kernel> kernel = metric.kernel();
    fill_block(lists, starts[block], starts[block + 1], *kernel, columns, rows.data());
  });
  return rows;
}

std::vector<double> scores(const Metric& metric, std::span<const std::int64_t> rows) {
  std::vector<double> values(rows.size() / metric.columns());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = metric.score(rows.data() + i * metric.columns());
  return values;
}

std::vector<double> sentence_scores(const Metric& metric, std::span<const std::int64_t> rows) {
  std::vector<double> values(rows.size() / metric.columns());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = metric.sentence_score(rows.data() + i * metric.columns());
  return values;
}

}  // namespace manyways::metrics
