import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { embeddedAdvice } from '../kit/elasticsearch/embedded-engine.js'
import { endWhenUnread } from '../kit/process/command.js'
import { shutdownSignals } from '../kit/process/shutdown-signals.js'
import { type Candidate, readyBatch, type Send } from './bulk.js'
import { families } from './format.js'
import { countOf, membersOf, prepareIndices, refreshIndices, removeSamples } from './indices.js'
import { type File, loadFiles } from './load.js'
import { counted, LoadTotals } from './load-totals.js'
import {
  abandonReplacement,
  beginReplacement,
  checkReplacement,
  leftovers,
  switchTo,
} from './replacement.js'
import { request } from './request.js'
import { type LoadTarget, openTarget } from './target.js'

const usage = `usage: npm run load -- FILE... [--replace] [--dry-run] [--encoding NAME] [--to URL]

FILE        organizations: CSV of the IRS exempt-organizations extract, or NDJSON, plain or gzip
--replace   let what the files hold take the place of all that was loaded before
--dry-run   read and judge the files, load nothing
--encoding  of files that are not UTF-8 and have no byte order mark, such as windows-1252
URL         of the engine; default: ELASTICSEARCH_URL, else the embedded engine of the running npm start`

/** A mistake in the command line. */
class UsageError extends Error {}

let isAskedToEnd = false

try {
  endWhenUnread()
  await main()
} catch (error) {
  const isUsage = error instanceof UsageError
  console.error(`load: ${(error as Error).message}${isUsage ? `\n\n${usage}` : ''}`)
  process.exitCode = isUsage ? 2 : 1
}

async function main(): Promise<void> {
  const { paths, to, replace, dryRun, encoding } = readArguments()
  const load: Load = { files: await Promise.all(paths.map(fileAt)), encoding }
  const { requested, forced } = shutdownSignals()
  void requested.then(() => {
    isAskedToEnd = true
  })
  void forced.then(() => process.exit(1))
  if (dryRun) return tryOut(load)
  const target = openTarget(to)
  try {
    await (replace ? replaceAll(target, load) : add(target, load)).catch(async (error) => {
      await printFamilies(target).catch(() => {}) // the earlier error matters more
      throw error
    })
    await printFamilies(target)
  } finally {
    await target.close()
  }
}

/** The files and options of a load. */
interface Load {
  files: File[]
  encoding: string | undefined
}

/** Reads the files as a load does, without loading them. */
async function tryOut(load: Load): Promise<void> {
  needSome(await loadAndReport(load, 'could be loaded', '', () => async () => []))
}

/** Adds the organizations of the files to the existing ones. */
async function add(target: LoadTarget, load: Load): Promise<void> {
  const indices = await prepareIndices(target, console.error)
  let hasSamples = true
  const tally = await loadAndReport(load, 'loaded', `, into ${target.url}`, (batch) => {
    const send = readyBatch(target, indices, batch)
    return async () => {
      const refusals = await send()
      if (hasSamples && refusals.length < batch.length) {
        await removeSamples(target)
        hasSamples = false
      }
      return refusals
    }
  })
  await refreshIndices(target, indices)
  needSome(tally)
  for (const index of indices.values()) {
    const held = await countOf(target, index)
    if (held < tally.loaded)
      throw new Error(`${index} holds ${held} organizations, though ${tally.loaded} were loaded`)
  }
}

/** Replaces the existing organizations by those of the files. */
async function replaceAll(target: LoadTarget, load: Load): Promise<void> {
  const indices = await beginReplacement(target)
  try {
    const tally = await loadAndReport(load, 'loaded', `, into ${target.url}`, (batch) =>
      readyBatch(target, indices, batch),
    )
    needSome(tally)
    await checkReplacement(target, indices, tally.loaded)
  } catch (error) {
    await abandonReplacement(target, indices).catch(() => {}) // the next load reports what is left
    throw new Error(`${(error as Error).message}; nothing is replaced, the earlier data remains`)
  }
  await switchTo(target, indices)
}

/** @throws Error when the files contain none. */
function needSome({ loaded }: LoadTotals): void {
  if (loaded === 0) throw new Error('the files hold no organization')
}

/** Loads the files and reports the progress. */
async function loadAndReport(
  { files, encoding }: Load,
  done: string,
  into: string,
  makeReady: (batch: Candidate[]) => Send,
): Promise<LoadTotals> {
  const tally = new LoadTotals(files.reduce((sum, { size }) => sum + size, 0))
  const progress = setInterval(() => console.log(tally.progress()), 1000)
  try {
    const makeReadyUnlessEnded = (batch: Candidate[]) => {
      if (isAskedToEnd) throw new Error('it was asked to end')
      return makeReady(batch)
    }
    await loadFiles(files, tally, makeReadyUnlessEnded, encoding)
  } finally {
    clearInterval(progress)
    for (const line of tally.summary(done, into)) console.log(line)
  }
  return tally
}

/** The last lines: the current content of each family. */
async function printFamilies(target: LoadTarget): Promise<void> {
  let most = 0
  for (const family of families) {
    await request(target, 'POST', `/${family.alias}/_refresh`)
    const { samples } = await membersOf(target, family)
    const count = await countOf(target, family.alias)
    most = Math.max(most, count)
    const held = counted(count, 'organization')
    const ofSamples = samples.length === 0 ? 0 : await countOf(target, samples.join(','))
    console.log(`${family.alias.padEnd(20)} ${held}, ${counted(ofSamples, 'sample')} among them`)
  }
  const advice = target.isEmbedded ? embeddedAdvice(most) : undefined
  if (advice !== undefined) console.error(advice)
  for (const index of await leftovers(target)) {
    console.error(
      `${index} is left of a load that was ended; no search sees it. Unless another load makes ` +
        `it just now: DELETE ${target.url}/${index}`,
    )
  }
}

interface Arguments {
  paths: string[]
  to: string | undefined
  replace: boolean
  dryRun: boolean
  encoding: string | undefined
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        replace: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        encoding: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    if (positionals.length === 0) throw new UsageError('name the file to load')
    if (values.to !== undefined && !URL.canParse(values.to))
      throw new UsageError('--to takes a URL')
    const { to, replace, encoding } = values
    if (encoding !== undefined && !isEncoding(encoding)) {
      throw new UsageError(
        '--encoding takes a name of the WHATWG Encoding Standard, such as windows-1252',
      )
    }
    return { paths: positionals, to, replace, dryRun: values['dry-run'], encoding }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
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
