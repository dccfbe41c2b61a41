/** What the first line of a table says. */
export interface Header {
  /** Names of the columns; empty for an ignored one. */
  columns: string[]
  /** What is unusual about the columns, in words. */
  warning: string | undefined
}

/** The names in a first line, without the empty ones at its end. */
export function columnsIn(fields: readonly string[]): string[] {
  const columns = fields.map((field) => field.trim())
  while (columns.at(-1) === '') columns.pop()
  return columns
}

/**
 * @param kind What a file with the required columns is.
 * @throws Error when one of them is missing, or a column is there twice.
 */
export function checkColumns(
  columns: readonly string[],
  required: readonly string[],
  kind: string,
): void {
  const missing = required.filter((name) => !columns.includes(name)).join(' and no column ')
  if (missing !== '')
    throw new Error(`it is not ${kind}: its first line names no column ${missing}`)
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`its first line names the column ${twice} twice`)
}
