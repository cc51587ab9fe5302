#include "candidates/features.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"

namespace manyways::candidates {

std::string column_name(std::string_view name, std::size_t index, std::size_t count) {
  if (count == 1) return std::string(name);
  return std::string(name) + "[" + std::to_string(index) + "]";
}

std::vector<FeatureGroup> group_columns(const std::vector<std::string>& columns) {
  std::vector<FeatureGroup> groups;
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    const std::string& column = columns[c];
    const auto bracket = column.rfind('[');
    const bool indexed = bracket != std::string::npos && column.back() == ']';
    const std::string name = indexed ? column.substr(0, bracket) : column;
    const std::string index =
        indexed ? column.substr(bracket + 1, column.size() - bracket - 2) : "";
    FeatureGroup* last = groups.empty() ? nullptr : &groups.back();
    if (last != nullptr && indexed && last->name == name && index == std::to_string(last->count)) {
      ++last->count;
    } else {
      // An index that does not follow its predecessor is a part of the name.
      groups.push_back({indexed && index == "0" ? name : column, c, 1});
    }
  }
  for (FeatureGroup& group : groups) {
    if (group.count == 1) group.name = columns[group.first];
  }
  return groups;
}

void FeatureTable::set_dense(const std::vector<std::string>& columns) {
  groups_ = group_columns(columns);
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    if (group_ids_.add(groups_[g].name) != g) {
      throw InputError("", 0, "feature '" + groups_[g].name + "' is named twice");
    }
  }
  width_ = columns.size();
  decided_ = true;
}

std::vector<std::string> FeatureTable::dense_names() const {
  std::vector<std::string> names;
  for (const FeatureGroup& group : groups_) {
    for (std::size_t i = 0; i < group.count; ++i) {
      names.push_back(column_name(group.name, i, group.count));
    }
  }
  return names;
}

const FeatureGroup* FeatureTable::find(std::string_view name) const {
  const std::uint32_t found = group_ids_.find(name);
  return found == group_ids_.kNone ? nullptr : &groups_[found];
}

void FeatureTable::start() {
  row_.assign(width_, 0.0);
  seen_.assign(groups_.size(), 0);
  seen_count_ = 0;
  pairs_.clear();
}

void FeatureTable::define(std::string_view name, std::size_t count) {
  const auto first = static_cast<std::uint32_t>(width_);
  groups_.push_back({std::string(name), first, static_cast<std::uint32_t>(count)});
  group_ids_.add(name);
  width_ += count;
  row_.resize(width_, 0.0);
  seen_.push_back(0);
}

std::uint32_t FeatureTable::sparse_id(const std::string& name) {
  const std::uint32_t id = sparse_ids_.add(name);
  if (id == sparse_names_.size()) sparse_names_.push_back(name);
  return id;
}

void FeatureTable::add(std::string_view name, const double* values, std::size_t count,
                       bool underscore_is_sparse) {
  if (count == 0) return;
  std::uint32_t found = group_ids_.find(name);
  if (found == group_ids_.kNone && !decided_ && width_ + count <= kMaximumDense &&
      !(underscore_is_sparse && count == 1 && name.find('_') != name.npos)) {
    define(name, count);
    found = group_ids_.find(name);
  }
  if (found == group_ids_.kNone) {
    for (std::size_t i = 0; i < count; ++i) {
      pairs_.push_back({sparse_id(column_name(name, i, count)), values[i]});
    }
    return;
  }
  const FeatureGroup& group = groups_[found];
  if (group.count != count) {
    throw InputError("", 0,
                     "feature '" + group.name + "' has " + std::to_string(count) +
                         " value(s) here and " + std::to_string(group.count) + " before",
                     "A feature has the same number of values in all candidates.");
  }
  if (seen_[found]++ != 0) {
    throw InputError("", 0, "feature '" + group.name + "' stands here twice",
                     "Give each feature a name of its own.");
  }
  ++seen_count_;
  std::copy(values, values + count, row_.begin() + group.first);
}

void FeatureTable::finish(Block& block) {
  decided_ = true;
  if (seen_count_ < groups_.size()) {
    block.incomplete.push_back(static_cast<std::int64_t>(block.rows()));
  }
  block.features.append(row_.data(), row_.size());
  for (const Pair& pair : pairs_) {
    block.sparse_names.push_back(pair.name);
    block.sparse_values.values.push_back(pair.value);
  }
  block.sparse_values.end_row();
}

}  // namespace manyways::candidates
