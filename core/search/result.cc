#include "search/result.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/ragged.h"

namespace manyways::search {

namespace {

using graph::HypergraphBuilder;
using graph::LabelId;
using graph::Node;
using graph::Symbol;

class GraphMaker {
 public:
  GraphMaker(Beam& beam, const PhraseModel& model)
      : beam_(beam),
        model_(model),
        hypotheses_(beam.hypotheses()),
        builder_(model.feature_names()) {}

  graph::Hypergraph run(std::vector<std::uint32_t>* options) && {
    if (beam_.best() == kNone) return std::move(builder_).finish();
    mark();
    const LabelId start = builder_.add_label({}, {});
    labels_.assign(beam_.options().all().size(), kNone);
    nodes_.assign(hypotheses_.size(), graph::kNoNode);
    values_.resize(model_.target_features().size());
    for (HypothesisId id = 0; id <= beam_.best(); ++id) {
      if (!used_[id]) continue;
      if (hypotheses_[id].option == kNone) {
        builder_.add_edge(start, {}, hypotheses_[id].score);
        if (id == beam_.best()) add_finish(hypotheses_[id].state);
      } else {
        add_edges(id);
      }
      nodes_[id] = builder_.end_node();
    }
    if (options != nullptr) invert_labels(*options);
    return std::move(builder_).finish();
  }

 private:
  template <typename Visit>
  void for_each_way(HypothesisId id, Visit&& visit) {
    const Hypothesis& h = hypotheses_[id];
    if (h.option == kNone) return;
    if (h.arcs == kNone) {
      visit(h.previous, h.option, h.score - hypotheses_[h.previous].score);
    }
    for (std::uint32_t a = h.arcs; a != kNone; a = beam_.arc(a).next) {
      visit(beam_.arc(a).previous, beam_.arc(a).option, beam_.arc(a).score);
    }
  }

  void invert_labels(std::vector<std::uint32_t>& options) const {
    options.assign(labels_.size() + 1, kNone);
    for (std::uint32_t id = 0; id < labels_.size(); ++id) {
      if (labels_[id] != kNone) options[labels_[id]] = id;
    }
  }

  void mark() {
    used_.assign(hypotheses_.size(), false);
    used_[beam_.best()] = true;
    for (HypothesisId id = beam_.best() + 1; id-- > 0;) {
      if (!used_[id]) continue;
      for_each_way(id,
                   [&](HypothesisId previous, std::uint32_t, double) { used_[previous] = true; });
    }
  }

  void add_edges(HypothesisId id) {
    const bool last = id == beam_.best();
    for_each_way(id, [&](HypothesisId previous, std::uint32_t option_id, double score) {
      const Option& option = beam_.options()[option_id];
      builder_.add_edge(label(option_id), {nodes_[previous]}, score);
      add_jump(hypotheses_[previous], option);
      const Target::State in = hypotheses_[previous].state;
      beam_.target().values(in, option.phrase, option.words, values_);
      if (last) {
        Target::State out;
        beam_.target().advance(in, option.phrase, option.words, out);
        ends_.resize(values_.size());
        beam_.target().finish_values(out, ends_);
        for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += ends_[i];
      }
      add_values();
    });
  }
  void add_finish(Target::State state) {
    beam_.target().finish_values(state, values_);
    add_values();
  }
  void add_values() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      builder_.add_delta(static_cast<std::uint32_t>(model_.target_column() + i), values_[i]);
    }
  }

  // Distortion and reordering, which depend on the phrase before.
  void add_jump(const Hypothesis& previous, const Option& option) {
    const JumpState& jump = beam_.options().jump(previous.jump);
    const int distance = std::abs(static_cast<int>(option.start) - static_cast<int>(jump.end));
    if (distance != 0) {
      builder_.add_delta(static_cast<std::uint32_t>(model_.distortion_column()), -distance);
    }
    if (!model_.has_reordering()) return;
    const Orientation orientation =
        orientation_between(jump.start, jump.end, option.start, option.end);
    const auto column = static_cast<std::uint32_t>(model_.reordering_column() + orientation);
    auto add = [&](const Option& of, std::uint32_t offset) {
      if (of.entry < 0) return;
      const float value = beam_.options().pair(of).entry->reordering()[orientation + offset];
      if (value != 0) builder_.add_delta(column + offset, value);
    };
    add(option, 0);
    if (previous.option != kNone) add(beam_.options()[previous.option], kOrientations);
  }

  LabelId label(std::uint32_t option_id) {
    if (labels_[option_id] != kNone) return labels_[option_id];
    const SentenceOptions& options = beam_.options();
    const Option& option = options[option_id];
    symbols_.assign(1, graph::kFirstTail);
    for (const WordId word : option.words) {
      symbols_.push_back(builder_.add_word(options.words().word(word)));
    }
    features_.assign(model_.feature_names().size(), 0.0);
    model_.option_values(options.pair(option), features_);
    if (model_.input_column() != PhraseModel::kNoColumn)
      features_[model_.input_column()] = option.input_score;
    links_.clear();
    if (option.entry >= 0) {
      for (const phrases::Link& link : options.links(option)) {
        links_.push_back({link.source, link.target});
      }
    } else if (option.unknown) {
      links_.push_back({0, 0});
    }
    labels_[option_id] = builder_.add_label(symbols_, features_, option.start, option.end, links_);
    return labels_[option_id];
  }

  Beam& beam_;
  const PhraseModel& model_;
  std::span<const Hypothesis> hypotheses_;
  HypergraphBuilder builder_;
  std::vector<bool> used_;
  std::vector<LabelId> labels_;
  std::vector<Node> nodes_;
  std::vector<Symbol> symbols_;
  std::vector<double> features_, values_, ends_;
  std::vector<graph::Link> links_;
};

}  // namespace

graph::Hypergraph make_graph(Beam& beam, const PhraseModel& model,
                             std::vector<std::uint32_t>* options) {
  return GraphMaker(beam, model).run(options);
}

void add_row(const graph::Hypergraph& graph, std::span<const graph::EdgeId> derivation,
             double score, bool details, Translations& out) {
  if (std::isnan(score)) {
    throw InputError("", 0, "the score of a translation is not a number",
                     "Check the weights, and the model's files with 'manyways check'.");
  }
  graph::append(graph, derivation, score, {true, false}, out.rows);
  if (details) {
    thread_local graph::Places places;
    graph::find_places(graph, derivation, places);
    for (std::size_t i = 0; i < places.edges.size(); ++i) {
      const LabelId label_id = graph.edge(places.edges[i]).label;
      const graph::Label& label = graph.label(label_id);
      const auto own = std::span(places.words)
                           .subspan(places.offsets[i], places.offsets[i + 1] - places.offsets[i]);
      const std::uint32_t start = own.empty() ? places.ends[i] : own.front();
      const std::uint32_t end = own.empty() ? places.ends[i] : own.back() + 1;
      out.steps.insert(out.steps.end(),
                       {label.source_start, label.source_end, static_cast<std::int32_t>(start),
                        static_cast<std::int32_t>(end)});
      for (const graph::Link& link : graph.links(label_id)) {
        if (link.target >= own.size()) continue;  // a table may say anything
        out.links.insert(out.links.end(), {label.source_start + link.source,
                                           static_cast<std::int32_t>(own[link.target])});
      }
    }
  }
  out.step_offsets.push_back(static_cast<std::int64_t>(out.steps.size() / kStepColumns));
  out.link_offsets.push_back(static_cast<std::int64_t>(out.links.size() / 2));
}

void add_best(const graph::Hypergraph& graph, std::size_t count, bool distinct, bool details,
              Translations& out) {
  graph::KBest best(graph, {distinct});
  std::vector<graph::EdgeId> derivation;
  while (best.size() < count && best.next()) {
    best.derivation(best.size() - 1, derivation);
    add_row(graph, derivation, best.score(best.size() - 1), details, out);
  }
}

void Translations::append(const Translations& other) {
  join_offsets(sentence_offsets, other.sentence_offsets);
  rows.append(other.rows);
  join_offsets(step_offsets, other.step_offsets);
  join_offsets(link_offsets, other.link_offsets);
  join_columns(*this, other, &Translations::steps, &Translations::links, &Translations::status,
               &Translations::seconds, &Translations::lower, &Translations::upper);
}

}  // namespace manyways::search
