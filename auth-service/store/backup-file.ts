import { createHash, randomBytes } from 'node:crypto'
import { link, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, writeSynced } from '../../kit/process/durable.js'
import { kinds, type RecordKind } from './store.js'
import type { Tables } from './transfer.js'

const format = 1

/**
 * The first line: how many records of each kind follow, a line each, and the SHA-256 of these
 * lines.
 */
interface Head {
  format: number
  tables: { [K in RecordKind]: Sum }
}

interface Sum {
  records: number
  sha256: string
}

/** The sum of a kind without records. */
const none = sumLines([])

/**
 * Writes a backup: atomically and durably, for its owner only.
 * @throws Error when the file exists already, or cannot be written.
 */
export async function writeBackup(file: string, tables: Tables): Promise<void> {
  const lines = kinds.map((kind) =>
    [...tables[kind]].map(([id, record]) => line([kind, id, record])),
  )
  const sums = kinds.map((kind, i) => [kind, sumLines(lines[i]!)])
  const head: Head = { format, tables: Object.fromEntries(sums) }
  try {
    await place(file, line(head) + lines.flat().join(''))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new Error(`${file} is there already, and is left as it is. Name another file.`)
    throw new Error(
      `the backup ${file} cannot be written (${code}). Name a file in a folder that this user ` +
        'may write.',
    )
  }
}

/** Reads a backup. @throws Error when it cannot be read, is not a backup or is incomplete. */
export async function readBackup(file: string): Promise<Tables> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`the backup ${file} cannot be read (${code})`)
  })
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(
      `${file} is not a complete backup (${(cause as Error).message}). Take another one.`,
    )
  }
}

function parse(text: string): Tables {
  const [first, ...lines] = text.split(/(?<=\n)/)
  const head = json<Head>(first ?? '')
  if (head?.format !== format) throw new Error(`its format is not ${format}`)
  const tables = new Map(
    kinds.map((kind) => [kind, { lines: [] as string[], records: new Map<string, unknown>() }]),
  )
  for (const text of lines) {
    const [kind, id, record] = json<[RecordKind, string, unknown]>(text)
    const table = tables.get(kind)
    if (!table) throw new Error('it holds records of an unknown kind')
    table.lines.push(text)
    table.records.set(id, record)
  }
  for (const [kind, { lines }] of tables) {
    const { records, sha256 } = sumLines(lines)
    const expected = head.tables?.[kind] ?? none // an older backup lacks a newer kind
    if (expected.records !== records)
      throw new Error(`it holds ${records} of ${expected.records} records of ${kind}`)
    if (expected.sha256 !== sha256) throw new Error(`the checksum of ${kind} is wrong`)
  }
  return Object.fromEntries(
    Array.from(tables, ([kind, { records }]) => [kind, records]),
  ) as unknown as Tables
}

function json<Value>(text: string): Value {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is cut off, or not JSON')
  }
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function sumLines(lines: readonly string[]): Sum {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(line)
  return { records: lines.length, sha256: hash.digest('hex') }
}

/** A hard link to a draft is made in one step, and never replaces an existing file. */
async function place(file: string, text: string): Promise<void> {
  const draft = `${file}.draft-${randomBytes(6).toString('hex')}`
  try {
    await writeSynced(draft, text, 'wx')
    await link(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(file))
}
