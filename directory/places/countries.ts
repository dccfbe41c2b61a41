let codes: ReadonlyMap<string, string> | undefined

/** The code of a country (ISO 3166-1), by its code or its English name; undefined for others. */
export function countryCode(text: string): string | undefined {
  codes ??= listCodes()
  return codes.get(text.trim().toLowerCase())
}

/** Codes by themselves and by the names of the Unicode CLDR, in small letters. */
function listCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map([['usa', 'US']]).set('united states of america', 'US')
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const written of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = names.of(written)
    // some are the earlier codes of others: UK is GB
    const { region } = new Intl.Locale(`und-${written}`)
    if (name && region) found.set(written.toLowerCase(), region).set(name.toLowerCase(), region)
  }
  return found
}
