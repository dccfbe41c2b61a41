/** Registers of a country: the form of their numbers, and their codes by org-id.guide. */
const registers: Readonly<Record<string, readonly (readonly [form: RegExp, code: string])[]>> = {
  US: [[/^\d{9}$/, 'US-EIN']],
  GB: [
    [/^\d{6,7}$/, 'GB-CHC'],
    [/^SC\d{6}$/, 'GB-SC'],
    [/^NIC\d{6}$/, 'GB-NIC'],
  ],
  CA: [[/^\d{9}RR\d{4}$/, 'CA-CRA_ACR']],
  FR: [[/^\d{9}$/, 'FR-INSEE']],
  AU: [[/^\d{11}$/, 'AU-ABN']],
}

/**
 * The identifier of an organization by org-id.guide, made of its number in a register: such as
 * `US-EIN-050258937`. Undefined for a number of an unknown form.
 * @param country ISO 3166-1 alpha-2. @param taxCode With or without spaces and dashes.
 */
export function orgIdOf(country: string, taxCode: string): string | undefined {
  const number = taxCode.replace(/[\s-]/g, '').toUpperCase()
  const known = Object.hasOwn(registers, country) ? registers[country]! : []
  const code = known.find(([form]) => form.test(number))?.[1]
  if (code === undefined) return undefined
  return `${code}-${code === 'GB-NIC' ? number.slice(3) : number}`
}
