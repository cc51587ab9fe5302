#include "lm/model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "base/wide.h"

namespace manyways::lm {
namespace {

constexpr std::size_t kCheckedWhole = std::size_t{64} << 20;

// 1 or 0, by whole numbers of one size, so that checks are done for several entries at a time.
std::uint32_t over(std::uint32_t id, std::uint32_t count) { return id >= count; }
constexpr std::uint32_t kNoSign = 0x7fffffff, kInfinity = 0x7f800000;  // bits of a float
std::uint32_t is_nan(float value) {
  return (std::bit_cast<std::uint32_t>(value) & kNoSign) > kInfinity;
}

MANYWAYS_WIDE bool sound_unigrams(std::span<const Unigram> unigrams, std::uint32_t nodes) {
  std::uint32_t bad = 0;
  for (const Unigram& each : unigrams) bad |= over(each.next, nodes) | is_nan(each.score);
  return bad == 0;
}

MANYWAYS_WIDE bool sound_nodes(std::size_t first, std::span<const Node> nodes) {
  std::uint32_t bad = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto below = static_cast<std::uint32_t>(std::max<std::size_t>(1, first + i));
    bad |= over(nodes[i].suffix, below) | is_nan(nodes[i].backoff);
  }
  return bad == 0;
}

// A slot as four numbers, each with a bound, free ones too: so the compiler takes all at a time.
using Numbers = std::array<std::uint32_t, 4>;
static_assert(sizeof(Numbers) == sizeof(Slot));
MANYWAYS_WIDE bool sound_slots(std::span<const Numbers> slots, std::uint32_t words,
                               std::uint32_t nodes) {
  const Numbers plus = {0, 1, 0, 0};  // a free slot's word becomes 0
  const Numbers mask = {~0u, ~0u, kNoSign, ~0u};
  const Numbers most = {nodes - 1, words, kInfinity, nodes - 1};
  Numbers bad = {};
  for (const Numbers& slot : slots) {
    for (std::size_t k = 0; k < 4; ++k) {
      bad[k] |= ((slot[k] + plus[k]) & mask[k]) > most[k] ? ~0u : 0u;
    }
  }
  return (bad[0] | bad[1] | bad[2] | bad[3]) == 0;
}

}  // namespace

void Model::fail(const std::string& what) const {
  throw InputError(file_.path(), 0, "is no usable language model: " + what,
                   "Build it again from its ARPA file or text: manyways lm estimate --help");
}

Model::Model(const std::string& path) : file_(path, kKind, kVersion) {
  read_header();
  unigrams_ = file_.section<Unigram>("unigrams");
  nodes_ = file_.section<Node>("nodes");
  slots_ = file_.section<Slot>("slots");
  if (unigrams_.size() != vocabulary_.size()) fail("unigrams and words differ in number");
  if (nodes_.empty() || nodes_.size() < node_starts_.back()) fail("nodes are missing");
  if (slots_.size() <= home_slots_ || slots_.back().word != Slot::kFree) fail("slots are missing");
  if (file_.has("slot_bounds")) {
    unigram_bounds_ = file_.section<float>("unigram_bounds");
    node_bounds_ = file_.section<float>("node_bounds");
    slot_bounds_ = file_.section<float>("slot_bounds");
    if (unigram_bounds_.size() != unigrams_.size() || node_bounds_.size() != nodes_.size() ||
        slot_bounds_.size() != slots_.size()) {
      fail("bounds do not fit the n-grams");
    }
  }
  if (sizes_[0] != unigrams_.size() ||
      std::any_of(sizes_.begin() + 1, sizes_.end(),
                  [&](std::uint64_t size) { return size >= slots_.size(); })) {
    fail("its header contradicts itself");
  }
  expect_sound();
}

void Model::check() const {
  if (unigrams_.size_bytes() + nodes_.size_bytes() + slots_.size_bytes() <= kCheckedWhole) {
    verify();
    sound_ = true;
  }
  ready_.store(true, std::memory_order_release);
}

void Model::read_header() {
  for (const char* name : {"header", "words", "word_offsets", "word_table", "node_starts"}) {
    file_.verify(name);
  }
  const auto header = file_.section<std::uint64_t>("header");  // home slots, sizes of the orders
  node_starts_ = file_.section<std::uint32_t>("node_starts");
  if (header.size() < 2 || header.size() > kMaxOrder + 1) fail("its order is not 1 to 10");
  if (node_starts_.size() != header.size() - 1) fail("its header contradicts itself");
  home_slots_ = header[0];
  sizes_ = header.subspan(1);
  order_ = static_cast<unsigned>(sizes_.size());
  const auto bytes = file_.section<char>("words");
  const auto offsets = file_.section<std::uint64_t>("word_offsets");
  const auto table = file_.section<WordId>("word_table");
  if (offsets.size() <= kFirstWord || !VocabularyView::sound(bytes, offsets, table)) {
    fail("its vocabulary is damaged");
  }
  vocabulary_ = VocabularyView(bytes, offsets, table);
}

// What is looked at with the checksums.
void Model::expect_sound() {
  const auto ids = [](std::size_t count) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(count, Slot::kFree));
  };
  const std::uint32_t words = ids(unigrams_.size()), nodes = ids(nodes_.size());
  file_.expect<Unigram>("unigrams", [nodes](std::size_t, std::span<const Unigram> unigrams) {
    return sound_unigrams(unigrams, nodes);
  });
  file_.expect<Node>("nodes", sound_nodes);
  file_.expect<Numbers>("slots", [words, nodes](std::size_t, std::span<const Numbers> slots) {
    return sound_slots(slots, words, nodes);
  });
  for (const char* name : {"unigram_bounds", "node_bounds", "slot_bounds"}) {
    if (!file_.has(name)) continue;
    file_.expect<float>(name, [](std::size_t, std::span<const float> bounds) {
      return std::none_of(bounds.begin(), bounds.end(),
                          [](float each) { return std::isnan(each); });
    });
  }
}

void Model::lost() const { fail("a state leads nowhere"); }

const LeftContexts& Model::left_contexts() const {
  std::call_once(contexts_made_,
                 [this] { left_contexts_ = std::make_unique<const LeftContexts>(*this); });
  return *left_contexts_;
}

float Model::upper_bound(const State& in, WordId word) const {
  if (word >= unigrams_.size()) word = kUnknownWord;
  if (in.node == 0) return unigram_bounds_[word];
  if (const Slot* slot = find_slot(in.node, word)) return slot_bounds_[slot - slots_.data()];
  State out;
  const float below = backoff(in);  // looks whether there is such a node
  return node_bounds_[in.node] + below + score(suffix(in), word, out);
}

}  // namespace manyways::lm
