import { counted } from '../../record/counted.js'
import { otherNames } from '../../record/other-names.js'
import { caCharities } from './ca-charities.js'
import { frRna } from './fr-rna.js'
import { gbCharityCommission } from './gb-charity-commission.js'
import type { Register } from './register.js'
import { type RegisterReading, RegisterRows } from './register-rows.js'

/** The public registers that can be read (docs/loading.md), by their names. */
export const registers: Readonly<Record<string, Register>> = {
  gb: gbCharityCommission,
  fr: frRna,
  ca: caCharities,
}

/**
 * The active organizations in files of a register, as lines of NDJSON for `npm run load`. Files of
 * other names may be anywhere among them.
 * @throws Error for a file that is not one of the register, and when there are no organizations.
 */
export async function* organizationLines(
  register: Register,
  paths: readonly string[],
  reading: RegisterReading,
): AsyncGenerator<string> {
  const rows = new RegisterRows(register, reading)
  const { ofNames, others } = await rows.sorted(paths)
  const names = new Map<string, string[]>()
  for await (const { id, name } of rows.names(ofNames))
    names.set(id, [...(names.get(id) ?? []), name])
  let [written, named] = [0, 0]
  for await (const organization of rows.organizations(others)) {
    const { id, name } = organization
    const whole = { ...organization, ...otherNames(name, names.get(id) ?? []) }
    yield `${JSON.stringify(whole)}\n`
    written++
    if (whole.alternate_names) named++
  }
  reading.report(
    `${counted(written, 'organization')}, ${named} with other names, ` +
      `${counted(rows.refused, 'row')} refused, ` +
      `${counted(rows.leftOut, 'row')} left out (docs/loading.md)`,
  )
  if (written === 0) throw new Error('the files contain no active organization')
}
