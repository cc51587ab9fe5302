#include "base/unicode.h"

namespace manyways::unicode {
namespace {

#include "unicode_tables.inc"

}  // namespace

const char* version() { return kVersion; }

const CodePointRecord& record(char32_t c) {
  if (c < 128) return kRecords[kRecordOf[c]];  // block 0 comes first
  if (c > 0x10FFFF) c = 0x10FFFF;
  return kRecords[kRecordOf[static_cast<std::size_t>(kBlockOf[c >> 7]) * 128 + (c & 127)]];
}

}  // namespace manyways::unicode
