#include "features/languages.h"

#include <algorithm>
#include <array>
#include <bit>

namespace manyways::features {
namespace {

constexpr std::array<Language, 18> kLanguages = {{
    {"en",
     "the of and to in that is was he for it with as his on be at by had not are but from or have "
     "an they which you were her all she there would their we him been has when who will more no "
     "if "
     "out so said what its about than into them can only this these our i"},
    {"de",
     "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an "
     "werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum "
     "war "
     "haben nur oder aber vor zur bis mehr durch man sein wurde wir ich"},
    {"fr",
     "de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont "
     "la "
     "avec son cette ont aux nous mais comme ou sa ses elle être fait été leur deux ces je vous "
     "même"},
    {"es",
     "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le "
     "ha "
     "me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años "
     "hasta "
     "desde está"},
    {"it",
     "di che e la il un a per è in una sono mi ho non si lo ha le con ma cosa da come del della "
     "questo qui al hai ci nel alla degli gli anche dei delle più nella dal essere stato loro era"},
    {"pt",
     "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele "
     "das "
     "tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela são"},
    {"nl",
     "de en van ik te dat die in een hij het niet zijn is was op aan met als voor had er maar om "
     "hem "
     "dan zou of wat mijn men dit zo door over ze bij ook tot je uit der daar haar naar heeft "
     "worden"},
    {"sv",
     "och det att i en jag hon som han på den med var sig för så till är men ett om hade de av "
     "icke "
     "mig du henne då sin nu har inte hans honom skulle från kunde också när eller efter ut"},
    {"da",
     "og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi "
     "min havde ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal kan "
     "efter"},
    {"pl",
     "i w na z się do nie że jest o to jak po co za od przez tym dla oraz jego ale tak być są był "
     "już który która które przed ich jej może czy tylko przy także ten tego ma"},
    {"cs",
     "a v se na je že o s z do i to k ve pro za by ale jsem po jako od jsou však při jeho nebo "
     "také "
     "podle které který která byl bylo až než už jen ze mezi být"},
    {"ro",
     "și în de la a cu pe nu este un o care din că pentru mai au fost să sunt ca prin sau dar după "
     "lui al se fi ce către între dintre unui unei acest această acestea ai ale"},
    {"hu",
     "a az és hogy nem is egy ez volt meg de csak már van ha mint azt mert én el vagy még ki "
     "szerint "
     "lesz kell után itt fel ezt lehet minden ami más"},
    {"fi",
     "ja on ei se että hän oli en mutta joka niin kun ovat myös ole tai kuin minä mitä sen jos "
     "hänen "
     "vain olen nyt tämä siitä mukaan jo voi ollut sitä"},
    {"tr",
     "ve bir bu da de için ile çok daha ne var gibi olarak o kadar sonra en ama ben değil olan her "
     "mi mı ki ya veya göre diye kendi oldu"},
    {"et",
     "ja on ei et see oli ta ma kui aga mis ka oma kes või ning nii siis veel mida nad pole välja "
     "kuid seda selle olid üle ole mitte olnud"},
    {"ru",
     "и в не на я что он с как это по но она к у из за от то о же так его бы для мы вы был только "
     "было уже или ее их когда если быть этого который"},
    {"uk",
     "і в не на що я з він як до це у та за але від по про його вона для ми ви був або також вже "
     "було які який коли якщо бути цього є й"},
}};
static_assert(kLanguages.size() <= 32);

}  // namespace

std::span<const Language> languages() { return kLanguages; }

Languages::Languages() {
  Scan scan;
  for (std::size_t i = 0; i != kLanguages.size(); ++i) {
    scan.read(kLanguages[i].words);
    for (const Word& word : scan.words) {
      *owners_.insert(word.hash, 0).first |= std::uint32_t{1} << i;
    }
  }
}

std::int32_t Languages::of(const Scan& scan) const {
  std::array<std::int32_t, kLanguages.size()> hits{};
  for (const Word& word : scan.words) {
    const std::uint32_t* const owners = owners_.find(word.hash);
    if (owners == nullptr) continue;
    for (std::uint32_t rest = *owners; rest != 0; rest &= rest - 1)
      ++hits[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  const auto most = std::max_element(hits.begin(), hits.end());
  if (*most < 2 || std::count(hits.begin(), hits.end(), *most) > 1) return 0;
  return static_cast<std::int32_t>(most - hits.begin()) + 1;
}

}  // namespace manyways::features
