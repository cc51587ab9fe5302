#include "base/section_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/foreign.h"
#include "base/hash.h"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace manyways {
namespace {

constexpr std::uint64_t kBlock = 64 * 1024;
constexpr char kMagic[8] = {'M', 'A', 'N', 'Y', 'W', 'A', 'Y', 'S'};
constexpr std::uint32_t kContainer = 2;  // 1 had hash_bytes for the checksums of its blocks

struct Header {
  char magic[8];
  std::uint32_t container;
  std::uint32_t version;
  char kind[32];
  std::uint64_t data_end;  // where the sections end and the checksums begin
  std::uint64_t blocks;    // number of block checksums
  std::uint64_t sections;  // number of entries in the table
  std::uint64_t file_size;
  std::uint64_t reserved[5];
  std::uint64_t checksum;  // of the header (this field zero), the checksums and the table
};
static_assert(sizeof(Header) == 128);

struct TableEntry {
  char name[48];
  std::uint64_t offset, bytes;
};

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw InputError(path, 0, "is damaged: " + what, "Rebuild it, or copy it again from its source.");
}

std::uint64_t total_checksum(Header header, std::span<const std::byte> rest) {
  header.checksum = 0;
  return hash_bytes(rest.data(), rest.size(), hash_bytes(&header, sizeof header));
}

// Whether the header can be written last: in a partial, or in a file that is still empty.
bool is_new_file([[maybe_unused]] int descriptor) {
#ifdef _WIN32
  return false;
#else
  struct stat info;
  const int flags = fcntl(descriptor, F_GETFL);
  return fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0 &&
         lseek(descriptor, 0, SEEK_CUR) == 0 && flags >= 0 && (flags & O_APPEND) == 0;
#endif
}

std::FILE* open_stream(int descriptor) {
  const int copy = dup(descriptor);
  std::FILE* stream = copy < 0 ? nullptr : fdopen(copy, "wb");
  if (stream == nullptr && copy >= 0) close(copy);
  return stream;
}

bool write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const auto written = ::write(descriptor, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool copy_all(int from, int to) {
  std::array<char, 1 << 16> buffer;
  if (lseek(from, 0, SEEK_SET) != 0) return false;
  for (;;) {
    const auto got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got == 0;
    if (!write_all(to, buffer.data(), static_cast<std::size_t>(got))) return false;
  }
}

}  // namespace

SectionWriter::SectionWriter(std::string path, std::string_view kind, std::uint32_t version)
    : path_(std::move(path)), output_(path_), kind_(kind), version_(version) {
  if (output_.through() && !is_new_file(output_.descriptor())) scratch_ = unnamed_file("");
  file_ = open_stream(scratch_ < 0 ? output_.descriptor() : scratch_);
  if (file_ == nullptr) fail();
  const Header empty{};
  if (std::fwrite(&empty, sizeof empty, 1, file_) != 1) fail();
  position_ = sizeof empty;
  block_.reserve(kBlock);
}

SectionWriter::~SectionWriter() { close(); }

void SectionWriter::close() {
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  if (scratch_ >= 0) ::close(std::exchange(scratch_, -1));
}

void SectionWriter::fail() {
  const int error = errno;
  close();
  throw InputError(path_, 0, std::string("cannot be written: ") + std::strerror(error),
                   "Free some space or choose another place with --out.");
}

void SectionWriter::put(const void* data, std::size_t size) {
  const auto* p = static_cast<const std::byte*>(data);
  if (size > 0 && std::fwrite(p, 1, size, file_) != size) fail();
  position_ += size;
  while (size > 0) {
    const std::size_t part = std::min<std::size_t>(size, kBlock - block_.size());
    block_.insert(block_.end(), p, p + part);
    p += part;
    size -= part;
    if (block_.size() == kBlock) seal_block();
  }
}

void SectionWriter::seal_block() {
  checksums_.push_back(checksum(block_.data(), block_.size()));
  block_.clear();
}

void SectionWriter::begin(std::string_view name) {
  if (name.size() >= sizeof TableEntry::name) throw std::invalid_argument("section name too long");
  static constexpr std::byte zeros[64] = {};
  put(zeros, (64 - position_ % 64) % 64);
  entries_.push_back({std::string(name), position_, 0});
}

void SectionWriter::write(std::span<const std::byte> bytes) {
  put(bytes.data(), bytes.size());
  entries_.back().bytes += bytes.size();
}

void SectionWriter::write_end() {
  if (!block_.empty()) seal_block();
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.container = kContainer;
  header.version = version_;
  std::strncpy(header.kind, kind_.c_str(), sizeof header.kind - 1);
  header.data_end = position_;
  header.blocks = checksums_.size();
  header.sections = entries_.size();
  std::vector<std::byte> rest(checksums_.size() * sizeof(std::uint64_t) +
                              entries_.size() * sizeof(TableEntry));
  if (!checksums_.empty()) {
    std::memcpy(rest.data(), checksums_.data(), checksums_.size() * sizeof(std::uint64_t));
  }
  std::byte* at = rest.data() + checksums_.size() * sizeof(std::uint64_t);
  for (const Entry& entry : entries_) {
    TableEntry row{};
    std::memcpy(row.name, entry.name.data(), entry.name.size());
    row.offset = entry.offset;
    row.bytes = entry.bytes;
    std::memcpy(at, &row, sizeof row);
    at += sizeof row;
  }
  header.file_size = position_ + rest.size();
  header.checksum = total_checksum(header, rest);
  if (!rest.empty() && std::fwrite(rest.data(), 1, rest.size(), file_) != rest.size()) fail();
  if (std::fseek(file_, 0, SEEK_SET) != 0) fail();
  if (std::fwrite(&header, sizeof header, 1, file_) != 1) fail();
}

void SectionWriter::finish() {
  write_end();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (scratch_ >= 0 && !copy_all(scratch_, output_.descriptor())) fail();
  close();
  output_.commit();
}

SectionFile::SectionFile(const std::string& path) : file_(path) { read_header(); }

SectionFile::SectionFile(const std::string& path, std::string_view kind, std::uint32_t version)
    : file_(path) {
  read_header();
  if (kind_ != kind) {
    throw InputError(path, 0, "holds a " + kind_ + "; expected a " + std::string(kind));
  }
  if (version_ != version) {
    throw InputError(path, 0,
                     "was written by format " + std::to_string(version_) +
                         " and this version reads format " + std::to_string(version) + ".",
                     "Rebuild it with the command that made it.");
  }
}

void SectionFile::read_header() {
  const std::span<const std::byte> all = file_.bytes();
  Header header;
  if (all.size() < sizeof header || std::memcmp(all.data(), kMagic, sizeof kMagic) != 0) {
    const std::string_view head(reinterpret_cast<const char*>(all.data()),
                                std::min(all.size(), kForeignHead));
    throw input_error(path(), 0, "is not a Manyways binary file", "", head);
  }
  std::memcpy(&header, all.data(), sizeof header);
  if (header.container != kContainer && header.container != 1) {
    throw InputError(path(), 0,
                     "was written in container format " + std::to_string(header.container) +
                         "; this version reads " + std::to_string(kContainer));
  }
  const std::uint64_t rest_bytes =
      all.size() - std::min<std::uint64_t>(all.size(), header.data_end);
  if (header.file_size != all.size() || header.data_end < sizeof header ||
      header.blocks > rest_bytes / sizeof(std::uint64_t) ||
      header.sections > rest_bytes / sizeof(TableEntry) ||
      rest_bytes != header.blocks * sizeof(std::uint64_t) + header.sections * sizeof(TableEntry)) {
    damaged(path(), "its size is " + std::to_string(all.size()) + " bytes; expected " +
                        std::to_string(header.file_size));
  }
  const std::span<const std::byte> rest = all.subspan(header.data_end);
  if (total_checksum(header, rest) != header.checksum) damaged(path(), "its header does not match");
  if (header.blocks != (header.data_end - sizeof header + kBlock - 1) / kBlock) {
    damaged(path(), "its checksums do not match its size");
  }
  header.kind[sizeof header.kind - 1] = 0;
  kind_ = header.kind;
  version_ = header.version;
  old_checksums_ = header.container == 1;
  data_end_ = header.data_end;
  checksums_.resize(header.blocks);
  if (header.blocks > 0) {
    std::memcpy(checksums_.data(), rest.data(), header.blocks * sizeof(std::uint64_t));
  }
  const std::byte* at = rest.data() + header.blocks * sizeof(std::uint64_t);
  for (std::uint64_t i = 0; i < header.sections; ++i, at += sizeof(TableEntry)) {
    TableEntry row;
    std::memcpy(&row, at, sizeof row);
    row.name[sizeof row.name - 1] = 0;
    if (row.offset < sizeof header || row.offset > data_end_ ||
        row.bytes > data_end_ - row.offset || row.offset % 64 != 0) {
      damaged(path(), std::string("section ") + row.name + " lies outside the file");
    }
    entries_.push_back({row.name, row.offset, row.bytes});
  }
  seen_ = std::make_unique<std::atomic<std::uint8_t>[]>(checksums_.size());
}

bool SectionFile::has(std::string_view name) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return entry.name == name; });
}

std::vector<std::string> SectionFile::names() const {
  std::vector<std::string> result;
  for (const Entry& entry : entries_) result.push_back(entry.name);
  return result;
}

std::span<const std::byte> SectionFile::bytes(std::string_view name, std::size_t element) const {
  for (const Entry& entry : entries_) {
    if (entry.name != name) continue;
    if (entry.bytes % element != 0) damaged(path(), "section " + entry.name + " has an odd size");
    return file_.bytes().subspan(entry.offset, entry.bytes);
  }
  damaged(path(), "section " + std::string(name) + " is missing");
}

void SectionFile::verify_blocks(Blocks blocks) const {
  const auto seen = [&](std::uint64_t block) {
    return seen_[block].load(std::memory_order_relaxed) != 0;
  };
  std::uint64_t block = blocks.first;
  while (block < blocks.end && seen(block)) ++block;
  if (block == blocks.end) return;
  if (file_.shrank()) {
    throw InputError(
        path(), 0, "became shorter while it was in use",
        "Copy it again from its source, under a new name, and give it its name when it is "
        "whole.");
  }
  for (; block < blocks.end; ++block) {
    if (!seen(block)) verify_block(block);
  }
}

void SectionFile::verify_block(std::size_t block) const {
  const std::uint64_t start = sizeof(Header) + block * kBlock;
  const std::uint64_t size = std::min(kBlock, data_end_ - start);
  const std::byte* const from = file_.bytes().data() + start;
  if ((old_checksums_ ? hash_bytes(from, size) : checksum(from, size)) != checksums_[block]) {
    damaged(path(), "the checksum of bytes " + std::to_string(start) + " to " +
                        std::to_string(start + size) + " does not match");
  }
  for (const Expectation& expected : expectations_) {
    const std::byte* const section = expected.bytes.data();
    const std::byte* const begin = std::max(from, section);
    const std::byte* const end = std::min(from + size, section + expected.bytes.size());
    if (begin >= end) continue;
    if (!expected.good(static_cast<std::size_t>(begin - section),
                       static_cast<std::size_t>(end - section))) {
      damaged(path(), "section " + expected.name + " holds what cannot be");
    }
  }
  seen_[block].store(1, std::memory_order_relaxed);
}

// Of the blocks that hold [data, data + size): the first and, where size is not 0, the last.
SectionFile::Blocks SectionFile::blocks_of(const void* data, std::size_t size) const {
  const std::uint64_t start =
      static_cast<std::uint64_t>(static_cast<const std::byte*>(data) - file_.bytes().data()) -
      sizeof(Header);
  return {start / kBlock, (start + size - 1) / kBlock + 1};
}

void SectionFile::verify_range(const void* data, std::size_t size) const {
  if (size == 0) return;
  verify_blocks(blocks_of(data, size));
}

void SectionFile::forget(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const auto [first, end] = blocks_of(bytes.data(), bytes.size());
  for (std::uint64_t block = first; block < end; ++block) seen_[block] = 0;
}

void SectionFile::verify(std::string_view name) const {
  const std::span<const std::byte> raw = bytes(name, 1);
  verify_range(raw.data(), raw.size());
}

void SectionFile::verify_all() const { verify_blocks({0, checksums_.size()}); }

}  // namespace manyways
