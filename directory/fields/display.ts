/** A ZIP code without an extension of zeros, which says nothing: `40202-0000` is 40202. */
export const toDisplayZip = (zip: string): string => zip.replace(/-0*$/, '')

/** An NTEE code by its letter and two digits: the authority's own characters end it. */
export const toDisplayCode = (code: string): string => code.replace(/^([A-Z]\w\w)[0-9A-Z]$/, '$1')

/** Words that stay in capitals when a name in capitals is converted. */
const initials = new Set(
  (
    'II III IV USA US RI DC NY UK YMCA YWCA LLC PTA PTO PTSA VFW AFL CIO SPCA NAACP AARP AFSCME ' +
    'IBEW BPOE NW NE SW SE PO ' +
    // abbreviations in names of trusts
    'FBO UA UW UWO UD UI UIND TUA TUW'
  ).split(' '),
)
/** Short words that are no initials, though they cannot be said. */
const abbreviations = new Set(
  (
    'BK BLDG BLVD CH CHR CMTE CMTY CNTY CPT CT CTR CTRL CTY DR DTD FD FDN FDTN FND FNDN FT GRP ' +
    'HTFD HTS HWY JR LN LT LTD MC MFG MGMT MR MRS MS MT MTN NTL PK PKWY PL PRGM PVT RD RT SCH ' +
    'SCHL SGT SQ SR ST STFD SVC SVCS TR TRST TST TTEE TWP WM'
  ).split(' '),
)
/** Two consonants that words begin with. */
const beginnings =
  /^(?:[BCDFGKPST][LR]|[CGKPRSTWZ]H|[BGK]N|D[JW]|[HP]S|[KST]W|MC|NG|QU|S[CFKMNPQTVZ]|TS|WR|ZV|FJ|LL|HM)/

/** Whether a short word can be no English one, such as LSU, RMHC or NFL. */
const isInitials = (word: string): boolean =>
  word.length <= 4 &&
  !abbreviations.has(word) &&
  (/^[B-DF-HJ-NP-TV-XZ]{2,}$/.test(word) ||
    (/^[B-DF-HJ-NP-TV-XZ]{2}/.test(word) && !beginnings.test(word)))
/** Words that stay in lower case in names, and that are not highlighted. */
export const smallWords: ReadonlySet<string> = new Set(
  'of the and for in at to on by a an'.split(' '),
)

/** Converts a name in capitals: `FOOD BANK OF RI` to Food Bank of RI. Other names stay. */
export function toDisplayName(name: string): string {
  if (name !== name.toUpperCase() || name === name.toLowerCase()) return name
  // registers cut long names, and write trusts so; streets begin with a number
  const whole = name
    .replace(/^(\D.* )TR$/, '$1TRUST')
    .replace(/ (?:OF|FOR|AND|&)(?: THE)?$/, '$& …')
  return whole.replace(/[\p{L}\p{N}']+/gu, (word, at: number) => {
    if (initials.has(word) || isInitials(word)) return word
    const low = word.toLowerCase()
    if (/\d/.test(word)) return /^\d+(?:ST|ND|RD|TH)$/.test(word) ? low : word
    const isInitial = word === 'A' && !isArticle(whole.slice(0, at), whole.slice(at + 1))
    if (at > 0 && smallWords.has(low) && !isInitial) return low
    return low.replace(/^(?:mc(?=\p{L}{3})|[od]'(?=\p{L}{2}))?\p{L}/u, capitalize)
  })
}

/**
 * Whether an `A` between these texts is an article: behind a word such as `FOR`. Elsewhere it is an
 * initial, as in `CHARLES A DANA`, `P A T T`, `E A & M L BAILEY` and `U/A`.
 */
function isArticle(before: string, after: string): boolean {
  const isLed = /(?:^| )(?:AND|AT|BY|FOR|FROM|IN|IS|LIKE|NOT|OF|ON|TO|UPON|WITH) $/.test(before)
  return isLed && /^ [\p{L}\p{N}']{2}/u.test(after)
}

/** `Mc`, `O'` and the letter behind them. */
const capitalize = (start: string) =>
  start.replace(/^\p{L}|\p{L}$/gu, (letter) => letter.toUpperCase())
