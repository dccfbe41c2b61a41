import { isDay } from '../../../../kit/api/dates.js'
import type { Organization } from '../../../fields/organization.js'
import { RefusedRow } from '../../record/refused-row.js'

/** A public register of organizations: the columns of its file, as an organization. */
export interface Register {
  /** The column delimiter. */
  delimiter: string
  /** Of a file that is not UTF-8: a label of the WHATWG Encoding Standard. */
  encoding: string
  /** The columns that every file of the register has. */
  required: readonly string[]
  /** The other ones that are read. */
  optional: readonly string[]
  /**
   * @param row Its cells without surrounding spaces, by the names of the columns; without the empty
   * ones.
   * @returns undefined for an inactive organization, or one that is listed elsewhere.
   * @throws RefusedRow naming the column that is wrong.
   */
  organizationOf(row: Readonly<Record<string, string>>): Organization | undefined
  /** Its files of other names, where it has such. */
  otherNames?: OtherNamesFile
}

/** A file with other names of a register's organizations, one in each row. */
export interface OtherNamesFile {
  /** Its columns that are read; a file of organizations lacks one of them. */
  required: readonly string[]
  /**
   * @param row As above. @returns undefined for a name of an organization that is left out.
   * @throws RefusedRow naming the column that is wrong.
   */
  nameOf(row: Readonly<Record<string, string>>): { id: string; name: string } | undefined
}

/** Parts of an address that are not empty, as one line. */
export function joined(parts: readonly (string | undefined)[], separator = ', '): string {
  return parts.filter(Boolean).join(separator)
}

type Optional = { [Field in keyof Organization]?: Organization[Field] | undefined }

/** Only the values that are neither undefined nor empty. */
export function filled(fields: Optional): Partial<Organization> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** @throws RefusedRow when the cell is empty, or has another form. */
export function requiredCell(
  row: Readonly<Record<string, string>>,
  column: string,
  form = /./,
  wanted = '',
): string {
  const cell = row[column]
  if (cell === undefined) throw new RefusedRow(`${column} is empty`)
  if (!form.test(cell)) throw new RefusedRow(`${column} must be ${wanted}`)
  return cell
}

/** The registers' way to say that there is no date. */
const noDay = '0001-01-01'
const earliest = '1800-01-01'

/** The day of a date, which may have a time. @throws RefusedRow for one that cannot be. */
export function dayIn(row: Readonly<Record<string, string>>, column: string): string | undefined {
  const today = new Date().toISOString().slice(0, 10)
  const day = row[column]?.replace(/[T ]\d\d:.*$/, '')
  if (day === undefined || day === noDay) return undefined
  if (!isDay(day) || day < earliest || day > today)
    throw new RefusedRow(`${column} must be a day from ${earliest} to today, YYYY-MM-DD`)
  return day
}

/** A number, rounded. @throws RefusedRow for anything else. */
export function wholeNumberIn(
  row: Readonly<Record<string, string>>,
  column: string,
): number | undefined {
  const cell = row[column]
  if (cell === undefined) return undefined
  if (!/^-?\d{1,15}(\.\d+)?$/.test(cell))
    throw new RefusedRow(`${column} must be a number such as 125340.50`)
  return Math.round(Number(cell))
}
