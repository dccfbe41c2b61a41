import type { Language } from './places.js'

/** Legal forms of the sample: the codes of `legal_status`. */
export type LegalForm = 'association' | 'foundation' | 'trust' | 'corporation' | 'cooperative'

/** What an organization works for. */
export interface Cause {
  /** Code of the National Taxonomy of Exempt Entities for it. */
  code: string
  /** Name in each language, as in the name of an organization. */
  words: Readonly<Record<Language, string>>
  /** What such an organization does, in English. */
  work: readonly string[]
}

/** How organizations are named in each language; {city} and {cause} are filled in. */
export const namePatterns: Readonly<Record<Language, readonly (readonly [LegalForm, string])[]>> = {
  en: [
    ['trust', '{city} {cause} Trust'],
    ['foundation', '{founder} Foundation for {cause}'],
    ['association', 'Friends of {cause} in {city}'],
    ['corporation', '{cause} {city} Inc.'],
    ['cooperative', "{city} People's {cause} Co-op"],
  ],
  fr: [
    ['association', 'Association {cause} de {city}'],
    ['foundation', 'Fondation {founder} – {cause}'],
    ['cooperative', "Coopérative {cause} d'entraide, {city}"],
  ],
  de: [
    ['association', 'Verein {cause} {city} e.V.'],
    ['foundation', '{founder}-Stiftung {cause}'],
    ['corporation', '{cause} {city} gGmbH'],
  ],
  es: [
    ['association', 'Asociación {cause} de {city}'],
    ['foundation', 'Fundación {founder} para {cause}'],
    ['cooperative', 'Cooperativa {cause} {city}'],
  ],
  pt: [
    ['association', 'Associação {cause} de {city}'],
    ['foundation', 'Instituto {founder} – {cause}'],
  ],
  pl: [
    ['association', 'Stowarzyszenie „{cause}” {city}'],
    ['foundation', 'Fundacja {founder} „{cause}”'],
  ],
  tr: [
    ['association', '{city} {cause} Derneği'],
    ['foundation', '{founder} {cause} Vakfı'],
  ],
  el: [
    ['association', 'Σύλλογος «{cause}» – {city}'],
    ['foundation', 'Ίδρυμα {founder} «{cause}»'],
  ],
  uk: [
    ['foundation', 'Благодійний фонд «{cause}», {city}'],
    ['association', 'Громадська організація «{cause}» імені {founder}'],
  ],
  ar: [
    ['association', 'جمعية {cause} - {city}'],
    ['foundation', 'مؤسسة {founder} {cause}'],
  ],
  he: [
    ['association', 'עמותת {cause} {city}'],
    ['foundation', 'קרן {founder} – {cause}'],
  ],
  hi: [
    ['trust', '{cause} न्यास, {city}'],
    ['association', '{founder} {cause} समिति'],
  ],
  zh: [
    ['foundation', '{city}{cause}基金会'],
    ['association', '{city}市{founder}{cause}协会'],
  ],
  ja: [
    ['association', '{city}{cause}の会'],
    ['foundation', '公益財団法人{founder}{cause}財団'],
  ],
  ko: [
    ['association', '{city} {cause} 협회'],
    ['foundation', '{founder} {cause} 재단'],
  ],
}

/** Names of founders and patrons, by language. */
export const founders: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Whitfield',
    "O'Connor",
    'Ashdown',
    'Garcia-Reed',
    'Okafor',
    'McAllister',
    'Van Buren',
    'Lindqvist',
  ],
  fr: ['Lefèvre', "D'Aubigny", 'Châtelain', 'Noël'],
  de: ['Müller', 'Weiß', 'Schönfeld', 'Jäger'],
  es: ['Núñez', 'Ibáñez', 'Álvarez', 'Peña'],
  pt: ['Gonçalves', 'Conceição', 'Araújo', 'Brandão'],
  pl: ['Wiśniewskich', 'Żółkiewskiego', 'Dąbrowskiej', 'Łukasiewicza'],
  tr: ['Yıldız', 'Çelik', 'Özgür', 'Şahin'],
  el: ['Παπαδόπουλου', 'Ιωάννου', 'Οικονόμου', 'Νικολαΐδη'],
  uk: ['Шевченка', 'Лесі Українки', 'Грушевського', 'Ґонти'],
  ar: ['الأمل', 'النور', 'الرحمة', 'المستقبل'],
  he: ['רבין', 'ביאליק', 'כהן', 'תקווה'],
  hi: ['गांधी', 'विवेकानंद', 'सरस्वती', 'आशा'],
  zh: ['希望', '爱心', '明德', '和平'],
  ja: ['田中', '山本', '希望', 'さくら'],
  ko: ['세종', '한마음', '이순신', '무궁화'],
}
