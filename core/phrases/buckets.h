// Records sorted into buckets, in memory up to a limit and beyond it in a file.
//
//   Buckets<Event> events(256, limit, "models/de-en");       // the folder of the file
//   events.add(records, bucket_of);                 // from any thread; `records` is reordered
//   std::vector<Event> some = events.take(17);      // all of bucket 17, in no particular order
//
// The order within a bucket depends on the threads: sort what you take. The file has no name.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/scratch_file.h"

namespace manyways::phrases {

template <typename Record>
class Buckets {
 public:
  static_assert(std::is_trivially_copyable_v<Record>);

  Buckets(std::size_t buckets, std::uint64_t memory_limit, std::string folder)
      : buckets_(buckets), limit_(memory_limit), folder_(std::move(folder)) {}
  Buckets(const Buckets&) = delete;
  Buckets& operator=(const Buckets&) = delete;

  std::size_t size() const { return buckets_.size(); }

  // bucket_of(record) < size().
  template <typename BucketOf>
  void add(const std::vector<Record>& records, BucketOf&& bucket_of) {
    std::vector<std::size_t> counts(buckets_.size());
    for (const Record& record : records) ++counts[bucket_of(record)];
    std::vector<std::vector<Record>> parts(buckets_.size());
    for (std::size_t b = 0; b < parts.size(); ++b) parts[b].reserve(counts[b]);
    for (const Record& record : records) parts[bucket_of(record)].push_back(record);
    const std::lock_guard lock(mutex_);
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (!parts[b].empty()) buckets_[b].runs.push_back(std::move(parts[b]));
    }
    bytes_ += records.size() * sizeof(Record);
    if (bytes_ > limit_) spill();
  }

  std::vector<Record> take(std::size_t index) {
    Bucket bucket;
    {
      const std::lock_guard lock(mutex_);
      std::swap(bucket, buckets_[index]);
    }
    std::size_t total = 0;
    for (const auto& run : bucket.runs) total += run.size();
    for (const Chunk& chunk : bucket.chunks) total += chunk.records;
    std::vector<Record> all;
    all.reserve(total);
    for (const auto& run : bucket.runs) all.insert(all.end(), run.begin(), run.end());
    if (!bucket.chunks.empty()) read(bucket.chunks, all);
    return all;
  }

 private:
  struct Chunk {
    std::uint64_t offset, records;
  };
  struct Bucket {
    std::vector<std::vector<Record>> runs;
    std::vector<Chunk> chunks;
  };

  void spill() {
    if (!file_) file_.emplace(folder_);
    std::vector<Record> all;
    for (Bucket& bucket : buckets_) {
      all.clear();
      for (const auto& run : bucket.runs) all.insert(all.end(), run.begin(), run.end());
      if (all.empty()) continue;
      file_->append(std::as_bytes(std::span(all)));
      bucket.chunks.push_back({end_, all.size()});
      end_ += all.size() * sizeof(Record);
      bucket.runs.clear();
      bucket.runs.shrink_to_fit();
    }
    bytes_ = 0;
  }
  void read(const std::vector<Chunk>& chunks, std::vector<Record>& all) {
    const std::lock_guard lock(mutex_);
    for (const Chunk& chunk : chunks) {
      const std::size_t start = all.size();
      all.resize(start + chunk.records);
      file_->read(chunk.offset, std::as_writable_bytes(std::span(all).subspan(start)));
    }
  }

  std::vector<Bucket> buckets_;
  std::uint64_t limit_, bytes_ = 0, end_ = 0;
  std::string folder_;
  std::optional<ScratchFile> file_;
  std::mutex mutex_;
};

}  // namespace manyways::phrases
