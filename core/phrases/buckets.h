// Records sorted into buckets, in memory up to a limit and beyond it in a file.
//
//   Buckets<Event> events(256, limit, "phrases.bin.events");
//   events.add(records, bucket_of);                 // from any thread; `records` is reordered
//   std::vector<Event> some = events.take(17);      // all of bucket 17, in no particular order
//
// The order within a bucket depends on the threads: sort what you take. The file is removed at the
// end.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace manyways::phrases {

template <typename Record>
class Buckets {
 public:
  static_assert(std::is_trivially_copyable_v<Record>);

  Buckets(std::size_t buckets, std::uint64_t memory_limit, std::string spill_path)
      : buckets_(buckets), limit_(memory_limit), path_(std::move(spill_path)) {}
  ~Buckets() {
    if (!file_.is_open()) return;
    file_.close();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
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

  [[noreturn]] void fail() const {
    throw InputError(path_, 0, "cannot be written or read back",
                     "Free some space, or choose another place with --out.");
  }
  void spill() {
    if (!file_.is_open()) {
      file_.open(path_, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
      if (!file_) fail();
    }
    file_.seekp(static_cast<std::streamoff>(end_));
    for (Bucket& bucket : buckets_) {
      Chunk chunk{end_, 0};
      for (const auto& run : bucket.runs) {
        file_.write(reinterpret_cast<const char*>(run.data()),
                    static_cast<std::streamsize>(run.size() * sizeof(Record)));
        chunk.records += run.size();
      }
      if (chunk.records > 0) bucket.chunks.push_back(chunk);
      end_ += chunk.records * sizeof(Record);
      bucket.runs.clear();
      bucket.runs.shrink_to_fit();
    }
    if (!file_) fail();
    bytes_ = 0;
  }
  void read(const std::vector<Chunk>& chunks, std::vector<Record>& all) {
    const std::lock_guard lock(mutex_);
    for (const Chunk& chunk : chunks) {
      const std::size_t start = all.size();
      all.resize(start + chunk.records);
      file_.seekg(static_cast<std::streamoff>(chunk.offset));
      file_.read(reinterpret_cast<char*>(all.data() + start),
                 static_cast<std::streamsize>(chunk.records * sizeof(Record)));
    }
    if (!file_) fail();
  }

  std::vector<Bucket> buckets_;
  std::uint64_t limit_, bytes_ = 0, end_ = 0;
  std::string path_;
  std::fstream file_;
  std::mutex mutex_;
};

}  // namespace manyways::phrases
