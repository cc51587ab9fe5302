#include "syntax/tagger.h"

#include <algorithm>

#include "base/error.h"
#include "base/threads.h"
#include "syntax/shared_order.h"
#include "syntax/tag_search.h"

namespace manyways::syntax {
namespace {

constexpr std::size_t kMostNameBytes = 1 << 20;

struct TagHeader {
  std::uint32_t beam, guided;
};

[[noreturn]] void not_sound(const SectionFile& file, const std::string& what) {
  throw InputError(file.path(), 0, "is no usable model: " + what,
                   "Train it again, or copy it again from its source.");
}

// Tags one list after the other; its memory serves all of them.
class ListTagger {
 public:
  ListTagger(const Tagger& tagger, const ListsView& text, const FactTable& facts,
             std::span<const std::uint16_t> guides)
      : text_(text),
        facts_(facts),
        guides_(guides),
        search_(tagger.weights(), tagger.lexicon(), tagger.tags().size(), tagger.beam()) {}

  void tag(std::size_t list, Tagged& found) {
    order_rows(text_.rows, static_cast<std::size_t>(text_.lists[list]),
               static_cast<std::size_t>(text_.lists[list + 1]), order_);
    std::span<const WordId> last;
    for (const std::uint32_t row : order_) {
      const std::span<const WordId> words = text_.rows[row];
      const std::size_t first = static_cast<std::size_t>(text_.rows.offsets[row]);
      const TagContext context{put(words), own_guides(first, words.size())};
      search_.run(context, known_steps(last, words));
      search_.tags(words.size(), found.tags.data() + first);
      found.scores[row] = search_.beam(words.size())[0].score;
      last = words;
    }
  }

 private:
  std::span<const std::uint16_t> own_guides(std::size_t first, std::size_t count) const {
    return guides_.empty() ? guides_ : guides_.subspan(first, count);
  }
  // How many steps of the sentence before are steps of this one too.
  std::size_t known_steps(std::span<const WordId> last, std::span<const WordId> words) const {
    if (!guides_.empty()) return 0;
    const std::size_t common = common_start(last, words);
    if (common == last.size() && common == words.size()) return common;
    return common > kTagAhead ? common - kTagAhead : 0;
  }
  std::span<const WordFacts* const> put(std::span<const WordId> words) {
    context_.assign(words.size() + kTagBehind + kTagAhead, &end_);
    std::fill_n(context_.begin(), kTagBehind, &start_);
    for (std::size_t i = 0; i < words.size(); ++i) context_[i + kTagBehind] = &facts_[words[i]];
    return context_;
  }

  const ListsView& text_;
  const FactTable& facts_;
  std::span<const std::uint16_t> guides_;
  TagSearch<Weights> search_;
  WordFacts start_ = boundary_facts(0), end_ = boundary_facts(1);
  std::vector<const WordFacts*> context_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

FactTable::FactTable(const Lexicon& lexicon, std::span<const WordId> ids,
                     const Vocabulary& vocabulary)
    : places_(vocabulary.size(), 0) {
  facts_.emplace_back();
  for (const WordId id : ids) {
    if (places_[id] != 0) continue;
    places_[id] = static_cast<std::uint32_t>(facts_.size());
    facts_.push_back(lexicon.facts(vocabulary.word(id)));
  }
}

void save_names(SectionWriter& writer, const std::string& section,
                const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) joined += name + '\n';
  writer.add(section, std::span<const char>(joined));
}

std::vector<std::string> read_names(const SectionFile& file, const std::string& section,
                                    std::size_t most) {
  file.verify(section);
  const std::span<const char> bytes = file.section<char>(section);
  std::vector<std::string> names;
  if (bytes.size() > kMostNameBytes) not_sound(file, "its names are too long");
  std::string name;
  for (const char c : bytes) {
    if (c != '\n') {
      name += c;
      continue;
    }
    names.push_back(std::move(name));
    name.clear();
  }
  if (names.empty() || names.size() > most || !name.empty()) {
    not_sound(file, "its names are damaged");
  }
  return names;
}

Tagger::Tagger(const std::string& path)
    : file_(std::make_unique<SectionFile>(path, kKind, kVersion)) {
  open(*file_, "");
  file_->verify_all();
}

Tagger::Tagger(SectionFile& file, const std::string& prefix) { open(file, prefix); }

void Tagger::open(SectionFile& file, const std::string& prefix) {
  file.verify(prefix + "tag_header");
  const auto header = file.section<TagHeader>(prefix + "tag_header");
  if (header.size() != 1 || header[0].beam < 1 || header[0].beam > Tagger::kWidestBeam ||
      header[0].guided > 1) {
    not_sound(file, "its header is damaged");
  }
  beam_ = header[0].beam;
  guided_ = header[0].guided == 1;
  names_ = read_names(file, prefix + "tag_names", kMostTags);
  lexicon_ = Lexicon(file, prefix, names_.size());
  weights_ = Weights(file, prefix + "tag_", names_.size());
}

Tagged Tagger::tag(const ListsView& text, std::span<const std::uint16_t> guides,
                   unsigned threads) const {
  Tagged found{std::vector<Tag>(text.rows.values.size()),
               std::vector<std::int64_t>(text.rows.size())};
  const FactTable facts(lexicon_, text.rows.values, *text.vocabulary);
  const std::size_t lists = text.lists.size() - 1;
  // Blocks of lists, so that a searcher's memory serves several of them.
  constexpr std::size_t kBlock = 16;
  parallel_for((lists + kBlock - 1) / kBlock, threads, [&](std::size_t block) {
    ListTagger tagger(*this, text, facts, guides);
    const std::size_t end = std::min(lists, (block + 1) * kBlock);
    for (std::size_t list = block * kBlock; list < end; ++list) tagger.tag(list, found);
  });
  return found;
}

void Tagger::save(SectionWriter& writer, const std::string& prefix) const {
  save_tagger(writer, prefix, names_, lexicon_, weights_, static_cast<std::uint32_t>(beam_),
              guided_);
}

void save_tagger(SectionWriter& writer, const std::string& prefix,
                 const std::vector<std::string>& names, const Lexicon& lexicon,
                 const Weights& weights, std::uint32_t beam, bool guided) {
  const TagHeader header{beam, guided ? 1u : 0u};
  writer.add(prefix + "tag_header", std::span<const TagHeader>(&header, 1));
  save_names(writer, prefix + "tag_names", names);
  lexicon.save(writer, prefix);
  weights.save(writer, prefix + "tag_");
}

}  // namespace manyways::syntax
