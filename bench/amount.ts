/**
 * A positive number from the environment in place of the usual one, so that a trial can be short:
 * `SECONDS=3`.
 * @throws Error when it is set to something else.
 */
export function amount(name: string, usual: number): number {
  const given = Number(process.env[name] || usual)
  if (!(given > 0)) throw new Error(`${name} must be a positive number`)
  return given
}
