// Our own candidate lists: JSON Lines, one object per sentence.
//
//   {"id": "0", "source": "das Haus", "references": ["the house"],
//    "candidates": [{"text": "the house", "score": -4.2,
//                    "features": {"LM0": -7.1, "TM0": [-1, -2]}}]}
//
// A first line {"manyways": 1, ...} is a header: the caller reads it; here it is passed over.
// Unknown keys are passed over. docs/candidates.md has the whole format, candidates.schema.json its
// JSON Schema.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "candidates/json.h"
#include "candidates/reader.h"

namespace manyways::candidates {

class JsonlReader : public Reader {
 public:
  explicit JsonlReader(std::string path) : Reader(std::move(path)) {}

  const std::vector<std::string>& systems() const { return systems_; }

 protected:
  void read_line(std::string_view line) override;
  bool open_sentence() const override { return false; }

 private:
  // What a proof says of a list: its status and bounds.
  struct Claim {
    std::string status;
    double lower = kNoScore, upper = kNoScore;
  };
  void add_claim(const Claim& claim);
  void read_references(JsonScanner& json);
  void read_candidate(JsonScanner& json);
  void add_candidate(double score);
  void read_features(JsonScanner& json);
  double read_value(JsonScanner& json);
  void read_numbers(JsonScanner& json, std::vector<double>& values);
  std::int32_t system_id(const std::string& name);

  bool has_ids_ = false;
  std::uint64_t count_ = 0;  // sentences so far: the id of one without
  std::vector<std::string> systems_;
  Interner<char> system_ids_;
  // The parts of the candidate at hand.
  std::string key_, name_, text_, links_, extra_, flag_, raw_, system_;
  std::vector<double> values_;
};

}  // namespace manyways::candidates
