import { createReadStream } from 'node:fs'
import type { InternalBody } from '../../kit/api/internal-api.js'
import { closest } from '../../kit/config/suggest.js'
import { csvRecords } from '../../kit/files/csv.js'
import { normalizeEmail } from '../kit/email.js'
import { noPlan } from '../kit/plan-names.js'
import type { CallService } from './operator-client.js'

const columns = ['email', 'name', 'role', 'plan']
const required = ['email', 'name']

interface ListedRow {
  line: number
  user: InternalBody<'importUser'>
}

/**
 * Imports the users of a CSV file with the columns email, name and, if wanted, role and plan. All
 * rows are checked before the first is written; the same file once more changes nothing.
 * @returns what was done to each.
 * @throws Error with all mistakes, each with its line.
 */
export async function importUsers(file: string, call: CallService): Promise<object[]> {
  const mistakes: string[] = []
  const rows = await readRows(file, mistakes)
  for (const row of rows) {
    const mistake = await sendRow(call, row, true).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (mistake !== undefined) mistakes.push(inLine(row.line, mistake))
  }
  if (mistakes.length > 0)
    throw new Error(`${mistakes.join('\n')}\nnothing was done: correct the file, and try again`)
  const done: object[] = []
  for (const row of rows) done.push({ line: row.line, ...(await sendRow(call, row, false)) })
  return done
}

function sendRow(call: CallService, { user }: ListedRow, trial: boolean) {
  return call('importUser', {}, { body: { ...user, trial } })
}

/** Mistakes of the file itself are added to `mistakes`. */
async function readRows(file: string, mistakes: string[]): Promise<ListedRow[]> {
  const rows: ListedRow[] = []
  const lines = new Map<string, number>()
  let head: string[] | undefined
  for await (const { line, fields, problem } of csvRecords(readText(file))) {
    if (problem !== undefined) mistakes.push(inLine(line, problem))
    else if (!head) head = parseHeader(line, fields)
    else if (fields.length !== head.length)
      mistakes.push(inLine(line, `there are ${fields.length} fields, not ${head.length}`))
    else {
      const user = parseUser(Object.fromEntries(head.map((name, i) => [name, fields[i]!.trim()])))
      const address = normalizeEmail(user.email)
      const before = lines.get(address)
      if (before !== undefined) mistakes.push(inLine(line, `the user of line ${before} again`))
      lines.set(address, line)
      rows.push({ line, user })
    }
  }
  if (!head) throw new Error(`the file has no line with the columns ${columns.join(', ')}`)
  return rows
}

async function* readText(file: string): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of createReadStream(file, 'utf8')) {
    yield isFirst ? String(chunk).replace(/^\uFEFF/, '') : String(chunk)
    isFirst = false
  }
}

/** @throws Error for columns that are missing, unknown or repeated. */
function parseHeader(line: number, fields: readonly string[]): string[] {
  const names = fields.map((name) => name.trim().toLowerCase())
  for (const [i, name] of names.entries()) {
    const meant = closest(name, columns)
    const hint = meant === undefined ? `the columns are ${columns.join(', ')}` : `meant is ${meant}`
    if (!columns.includes(name)) throw new Error(inLine(line, `unknown column: ${hint}`))
    if (names.indexOf(name) < i) throw new Error(inLine(line, `the column ${name} occurs twice`))
  }
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length === 0) return names
  throw new Error(inLine(line, `the column ${missing.join(' and ')} is missing`))
}

/** An empty role is left as it is; an empty plan is none of their own, if there is the column. */
function parseUser({
  email = '',
  name = '',
  role = '',
  plan,
}: Record<string, string>): ListedRow['user'] {
  return {
    email,
    name,
    ...(role !== '' && { role }),
    ...(plan !== undefined && { plan: plan === '' || plan === noPlan ? null : plan }),
  }
}

function inLine(line: number, text: string): string {
  return text
    .split('\n')
    .map((one) => `line ${line}: ${one}`)
    .join('\n')
}
