import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isDay } from '../../kit/api/dates.js'
import { parseUrl } from '../../kit/config/texts.js'
import type { File } from './file-loader.js'
import { isEncoding } from './read/encoding.js'
import type { StatedSource } from './replace/load-record.js'
import type { ChosenSettings } from './write/index-settings.js'

export const usage = `usage: npm run load -- FILE... [OPTION...]

FILE          organizations: CSV of the IRS exempt-organizations extract, or NDJSON, plain or gzip
--replace     replaces all that was loaded before by the contents of the files
--keep-missing  with --replace: keep earlier organizations that are not in the files, as inactive
--resume      go on with the interrupted load of these files, with the same other options
--dry-run     check the files, load nothing
--encoding    of files that are not UTF-8 and have no byte order mark, such as windows-1252
--as-of       date of the data, YYYY-MM-DD; without it a terminal is asked
--source, --attribution, --license  of the data, as the API returns them
--to          URL of the engine; default: ELASTICSEARCH_URL, else the embedded engine of the running
              npm start
--replicas    replicas of each shard; default: 1 where there are several nodes
--shards      shards of each new index; default: 1
--batch-size  organizations loaded at a time, and saved as progress; default: 10000
--parallel    concurrent bulk requests; default: 4`

/** A mistake in the command line. */
export class UsageError extends Error {}

/** What the command line says. */
export interface LoadArguments {
  files: File[]
  to: string | undefined
  replace: boolean
  resume: boolean
  keepMissing: boolean
  source: StatedSource
  dryRun: boolean
  encoding: string | undefined
  settings: ChosenSettings
  batchSize: number
  parallel: number
}

/** Reads the command line. @returns `help` if it asks for that. @throws UsageError */
export async function readArguments(args: readonly string[]): Promise<LoadArguments | 'help'> {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  if (positionals.length === 0) throw new UsageError('name the file to load')
  const { to, replace, resume, encoding, 'dry-run': dryRun, 'keep-missing': keepMissing } = values
  if (keepMissing && !replace) throw new UsageError('--keep-missing needs --replace')
  if (to !== undefined && !parseUrl(to)) throw new UsageError('--to takes a URL')
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw new UsageError(
      '--encoding takes a name of the WHATWG Encoding Standard, such as windows-1252',
    )
  }
  return {
    ...{ to, replace, resume, keepMissing, dryRun, encoding, source: sourceIn(values) },
    settings: {
      replicas: numberOf('--replicas', values.replicas, 0),
      shards: numberOf('--shards', values.shards),
    },
    batchSize: numberOf('--batch-size', values['batch-size']) ?? 10_000,
    parallel: numberOf('--parallel', values.parallel) ?? 4,
    files: await Promise.all(positionals.map(fileAt)),
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        replace: { type: 'boolean', default: false },
        resume: { type: 'boolean', default: false },
        'keep-missing': { type: 'boolean', default: false },
        'as-of': { type: 'string' },
        source: { type: 'string' },
        attribution: { type: 'string' },
        license: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        encoding: { type: 'string' },
        replicas: { type: 'string' },
        shards: { type: 'string' },
        'batch-size': { type: 'string' },
        parallel: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** Where the data comes from. */
function sourceIn(values: ReturnType<typeof parsed>['values']): StatedSource {
  const { source: name, 'as-of': asOf, attribution, license } = values
  if (asOf !== undefined && !isDay(asOf)) throw new UsageError('--as-of takes a day, YYYY-MM-DD')
  const stated = Object.entries({ name, asOf, attribution, license })
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined))
}

function numberOf(option: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d{1,6}$/.test(text) || number < least)
    throw new UsageError(`${option} takes a whole number from ${least} to 999999`)
  return number
}

async function fileAt(path: string): Promise<File> {
  try {
    const found = await stat(path)
    if (found.isFile()) return { path, size: found.size }
  } catch (error) {
    throw new UsageError(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new UsageError(`${path} is not a file`)
}
