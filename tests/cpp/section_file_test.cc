#include "base/section_file.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "base/error.h"
#include "check.h"

namespace manyways {
namespace {

// A file that is gone with the test.
struct Scratch {
  Scratch() {
    static int count = 0;
    const std::string name = std::to_string(getpid()) + "-" + std::to_string(++count) + ".sections";
    path = (std::filesystem::temp_directory_path() / name).string();
  }
  ~Scratch() { std::filesystem::remove(path); }
  std::string path;
};

}  // namespace

TEST(sections_of_awkward_sizes_come_back_aligned) {
  for (const std::size_t size : {0, 1, 63, 64, 65, 65535, 65536, 65537, 200001}) {
    Scratch file;
    std::vector<std::uint8_t> bytes(size);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    SectionWriter writer(file.path, "test", 3);
    writer.add("bytes", bytes);
    writer.add("numbers", std::vector<std::uint64_t>{1, 2, 3});
    writer.finish();
    const SectionFile read(file.path, "test", 3);
    const auto back = read.section<std::uint8_t>("bytes");
    CHECK(std::equal(back.begin(), back.end(), bytes.begin(), bytes.end()));
    const auto numbers = read.section<std::uint64_t>("numbers");
    CHECK_EQUAL(numbers.size(), 3u);
    CHECK_EQUAL(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0u);
    CHECK_EQUAL(numbers[2], 3u);
    read.verify_all();
    CHECK(!read.has("other"));
    CHECK_THROWS(InputError, read.section<std::uint8_t>("other"));
    if (size % 8 != 0) CHECK_THROWS(InputError, read.section<std::uint64_t>("bytes"));
    CHECK_THROWS(InputError, SectionFile(file.path, "test", 4));
    CHECK_THROWS(InputError, SectionFile(file.path, "tent", 3));
  }
}

TEST(a_changed_byte_is_seen_where_it_is_and_nowhere_else) {
  Scratch file;
  SectionWriter writer(file.path, "test", 1);
  writer.add("values", std::vector<std::uint32_t>(100000, 7));
  writer.finish();
  std::fstream stream(file.path, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(128 + 4 * 60000);  // behind the header, in the fourth block
  stream.put('\1');
  stream.close();
  const SectionFile read(file.path, "test", 1);
  const auto section = read.section<std::uint32_t>("values");
  read.verify_range(section.data(), 4);
  read.verify_range(section.data() + 90000, 4);
  CHECK_THROWS(InputError, (read.verify_range(section.data() + 60000, 4), 0));
  CHECK_THROWS(InputError, (read.verify_range(section.data(), section.size_bytes()), 0));
  CHECK_THROWS(InputError, (read.verify_all(), 0));
}

TEST(expectations_see_every_element_once) {
  Scratch file;
  std::vector<std::uint32_t> values(50000);
  std::iota(values.begin(), values.end(), 0u);
  SectionWriter writer(file.path, "test", 1);
  writer.add("head", std::vector<std::uint8_t>(100, 1));  // the values begin within a block
  writer.add("values", values);
  writer.finish();
  SectionFile read(file.path, "test", 1);
  std::vector<int> seen(values.size(), 0);
  read.expect<std::uint32_t>("values", [&](std::size_t first, std::span<const std::uint32_t> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      CHECK_EQUAL(part[i], first + i);
      ++seen[first + i];
    }
    return true;
  });
  read.verify("values");
  read.verify("values");
  CHECK(std::all_of(seen.begin(), seen.end(), [](int each) { return each == 1; }));
  SectionFile strict(file.path, "test", 1);
  strict.expect<std::uint32_t>("values", [](std::size_t, std::span<const std::uint32_t> part) {
    return std::none_of(part.begin(), part.end(), [](std::uint32_t v) { return v == 49999; });
  });
  const auto section = strict.section<std::uint32_t>("values");
  strict.verify_range(section.data(), 4);
  CHECK_THROWS(InputError, (strict.verify_range(section.data() + 49999, 4), 0));
}

}  // namespace manyways
