#include "candidates/jsonl.h"

#include "base/error.h"
#include "base/number.h"

namespace manyways::candidates {

void JsonlReader::read_line(std::string_view line) {
  JsonScanner json(line);
  if (json.kind() == JsonScanner::Kind::kNothing) return;
  json.begin_object();
  std::string id, source;
  Claim claim;
  std::string_view candidates, references;
  bool header = false, has_source = false, has_id = false;
  while (json.next_key(key_)) {
    if (key_ == "id") {
      has_id = true;
      if (json.kind() == JsonScanner::Kind::kNumber) {
        id = json.skip();
      } else {
        json.string(id);
      }
    } else if (key_ == "source" && !json.null()) {
      has_source = true;
      json.string(source);
    } else if (key_ == "references" && !json.null()) {
      references = json.skip();
    } else if (key_ == "candidates") {
      candidates = json.skip();
    } else if (key_ == "status" && json.kind() == JsonScanner::Kind::kString) {
      json.string(claim.status);
    } else if ((key_ == "lower" || key_ == "upper") && !json.null()) {
      (key_ == "lower" ? claim.lower : claim.upper) = read_value(json);
    } else if (key_ != "source" && key_ != "references" && key_ != "lower" && key_ != "upper") {
      header = header || (line_ == 1 && key_ == "manyways");
      json.skip();
    }
  }
  json.end();
  if (header) return;
  if (candidates.data() == nullptr) {
    fail("the object has no key \"candidates\"", "Name the file's format with --from.");
  }
  if (!has_id) id = std::to_string(count_);
  if (count_++ == 0) has_ids_ = has_id;
  if (has_id != has_ids_) {
    fail(has_id ? "has an \"id\", sentences before have none" : "has no \"id\", others have one",
         "Give all sentences an id, or none: they are numbered from 0 then.");
  }
  begin_sentence(id);
  if (has_source || block_.sources.rows() > 0) {
    // Sentences before the first source have none: their rows are empty.
    while (block_.sources.rows() + 1 < block_.sentences()) block_.sources.end_row();
    block_.sources.add(source.data(), source.size());
  }
  add_claim(claim);
  JsonScanner reference_list(references, line.data());
  if (references.data() != nullptr) read_references(reference_list);
  block_.reference_starts.push_back(static_cast<std::int64_t>(block_.references.rows()));
  JsonScanner list(candidates, line.data());
  list.begin_array();
  while (list.next_element()) read_candidate(list);
}

// Sentences before the first that has one are filled up: empty, NaN.
void JsonlReader::add_claim(const Claim& claim) {
  const std::size_t before = block_.sentences() - 1;
  if (!claim.status.empty() || block_.status.rows() > 0) {
    while (block_.status.rows() < before) block_.status.end_row();
    block_.status.add(claim.status.data(), claim.status.size());
  }
  const bool bounds = claim.lower == claim.lower || claim.upper == claim.upper;
  if (bounds || block_.bounds.size() > 0) {
    while (block_.bounds.size() < 2 * before) block_.bounds.push_back(kNoScore);
    block_.bounds.push_back(claim.lower);
    block_.bounds.push_back(claim.upper);
  }
}

void JsonlReader::read_references(JsonScanner& json) {
  json.begin_array();
  while (json.next_element()) {
    json.string(text_);
    block_.references.add(text_.data(), text_.size());
  }
}

std::int32_t JsonlReader::system_id(const std::string& name) {
  const std::uint32_t id = system_ids_.add(name);
  if (id == systems_.size()) systems_.push_back(name);
  return static_cast<std::int32_t>(id);
}

double JsonlReader::read_value(JsonScanner& json) {
  if (json.kind() == JsonScanner::Kind::kNumber) return json.number();
  if (json.kind() != JsonScanner::Kind::kString) {
    fail("'" + std::string(json.skip()) + "' stands where a number should be",
         "Leave the key out where there is no number.");
  }
  // JSON has no numbers for these three.
  json.string(name_);
  double value = 0.0;
  if (name_ != "nan" && name_ != "inf" && name_ != "-inf") {
    fail("'" + name_ + "' is a text where a number should be",
         "Write numbers without quotes; only \"nan\", \"inf\" and \"-inf\" have them.");
  }
  parse_number(name_, value);
  return value;
}

void JsonlReader::read_numbers(JsonScanner& json, std::vector<double>& values) {
  values.clear();
  if (json.kind() != JsonScanner::Kind::kArray) {
    values.push_back(read_value(json));
    return;
  }
  json.begin_array();
  while (json.next_element()) values.push_back(read_value(json));
}

void JsonlReader::read_features(JsonScanner& json) {
  json.begin_object();
  while (json.next_key(key_)) {
    read_numbers(json, values_);
    table_.add(key_, values_.data(), values_.size());
  }
}

void JsonlReader::read_candidate(JsonScanner& json) {
  bool has_text = false;
  double score = kNoScore;
  for (std::string* each : {&links_, &extra_, &flag_, &raw_, &system_}) each->clear();
  table_.start();
  if (json.kind() == JsonScanner::Kind::kString) {  // nothing but a text
    json.string(text_);
    add_candidate(score);
    return;
  }
  if (json.kind() != JsonScanner::Kind::kObject) {
    fail("a candidate is neither an object nor a text",
         "Write {\"text\": \"a house\"}, or the text alone.");
  }
  json.begin_object();
  while (json.next_key(key_)) {
    if (key_ == "text") {
      json.string(text_);
      has_text = true;
    } else if (key_ == "score") {
      if (!json.null()) {
        score = read_value(json);  // NaN is none, as null is
      }
    } else if (key_ == "features") {
      read_features(json);
    } else if (key_ == "system") {
      json.string(system_);
    } else if (key_ == "links") {
      json.string(links_);
    } else if (key_ == "word_scores") {
      read_numbers(json, values_);
      block_.word_scores.values.append(values_.data(), values_.size());
    } else if (key_ == "extra") {
      json.string(extra_);
    } else if (key_ == "flag") {
      json.string(flag_);
    } else if (key_ == "line") {
      json.string(raw_);
    } else {
      json.skip();
    }
  }
  if (!has_text) fail("a candidate has no \"text\"", "Every candidate needs one, if only \"\".");
  add_candidate(score);
}

// What was read of a candidate goes into the columns.
void JsonlReader::add_candidate(double score) {
  table_.finish(block_);
  block_.links.add(links_.data(), links_.size());
  block_.extra.add(extra_.data(), extra_.size());
  block_.flags.add(flag_.data(), flag_.size());
  block_.raw.add(raw_.data(), raw_.size());
  block_.word_scores.end_row();
  block_.systems.push_back(system_id(system_));
  end_candidate(text_, text_.data() + text_.size(), score);
}

}  // namespace manyways::candidates
