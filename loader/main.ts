import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Candidate, loadBatch, type Refusal } from './bulk.js'
import { rowsOf } from './file.js'
import { prepareIndices, refreshIndices } from './indices.js'
import { openTarget, type Target } from './target.js'

const usage = `usage: npm run load -- FILE [--to URL]

FILE  organizations: CSV of the IRS exempt-organizations extract, or NDJSON, plain or gzip
URL   of the engine; default: ELASTICSEARCH_URL, else the embedded engine of the running npm start`

/** Organizations of one bulk request: three documents each, about a quarter of a megabyte in all. */
const batchSize = 250

/** A mistake in the call itself. */
class UsageError extends Error {}

const count = new Intl.NumberFormat('en')

try {
  await main()
} catch (error) {
  const isUsage = error instanceof UsageError
  console.error(`load: ${(error as Error).message}${isUsage ? `\n\n${usage}` : ''}`)
  process.exitCode = isUsage ? 2 : 1
}

async function main(): Promise<void> {
  const { file, to } = readArguments()
  const size = await sizeOf(file)
  const target = openTarget(to)
  try {
    await prepareIndices(target)
    await load(target, file, size)
  } finally {
    await target.close()
  }
}

async function load(target: Target, file: string, size: number): Promise<void> {
  const startedAt = performance.now()
  let [read, loaded, refused] = [0, 0, 0]
  const seconds = () => (performance.now() - startedAt) / 1000
  const progress = setInterval(() => {
    const left = (seconds() * (size - read)) / read
    console.log(
      `${count.format(loaded)} loaded, ${count.format(refused)} refused, ${count.format(Math.round(loaded / seconds()))}/s, ${Math.floor((100 * read) / size)} % read, about ${Math.ceil(left)} s left`,
    )
  }, 1000)

  const refuse = ({ line, reason }: Refusal) => {
    refused++
    console.error(`line ${line} refused: ${reason}`)
  }
  let sending: Promise<void> = Promise.resolve()
  const send = async (batch: Candidate[]) => {
    const refusals = await loadBatch(target, batch)
    refusals.forEach(refuse)
    loaded += batch.length - refusals.length
  }

  try {
    let batch: Candidate[] = []
    for await (const { line, organization, refusal = '' } of rowsOf(file, (bytes) => {
      read = bytes
    })) {
      if (organization === undefined) refuse({ line, reason: refusal })
      else batch.push({ line, organization })
      if (batch.length < batchSize) continue
      await sending // one request is under way while the next batch is read
      sending = send(batch)
      sending.catch(() => {}) // its failure is met at the next await
      batch = []
    }
    await sending
    if (batch.length > 0) await send(batch)
    await refreshIndices(target)
  } finally {
    clearInterval(progress)
    console.log(
      `${counted(loaded, 'organization')} loaded, ${counted(refused, 'row')} refused, ${seconds().toFixed(1)} s, into ${target.url}`,
    )
  }
}

function counted(number: number, noun: string): string {
  return `${count.format(number)} ${noun}${number === 1 ? '' : 's'}`
}

function readArguments(): { file: string; to: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
    const [file, ...others] = positionals
    if (file === undefined) throw new UsageError('name the file to load')
    if (others.length > 0) throw new UsageError('load one file at a time')
    if (values.to !== undefined && !URL.canParse(values.to)) throw new UsageError('--to takes a URL')
    return { file, to: values.to }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch (error) {
    throw new UsageError(`cannot read ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
  throw new UsageError(`${file} is not a file`)
}
