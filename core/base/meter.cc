#include "base/meter.h"

#include <algorithm>
#include <utility>

namespace manyways {
namespace {

thread_local Meter* current = nullptr;

}  // namespace

Metered::Metered(Meter& meter) : before_(std::exchange(current, &meter)) {}
Metered::~Metered() { current = before_; }

Stretch::Stretch(double share, std::size_t blocks) : meter_(current) {
  if (meter_ == nullptr) return;
  const auto whole = static_cast<std::uint64_t>(share * static_cast<double>(Meter::kWhole));
  meter_->total_ = Meter::kWhole;
  meter_->each_ = blocks == 0 ? 0 : whole / blocks;
  end_ = meter_->done() + whole;
}

Stretch::~Stretch() {
  if (meter_ == nullptr) return;
  meter_->done_ = std::min(end_, Meter::kWhole);
  meter_->each_ = 0;
}

Blocks::Blocks(std::size_t count) : meter_(std::exchange(current, nullptr)) {
  if (meter_ == nullptr) return;
  const bool planned = meter_->total() == Meter::kWhole;
  if (!planned) meter_->total_ += count;
  each_ = planned ? meter_->each_ : 1;
}

Blocks::~Blocks() {
  if (meter_ != nullptr) current = meter_;
}

}  // namespace manyways
