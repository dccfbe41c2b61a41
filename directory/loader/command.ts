import { embeddedAdvice } from '../../kit/elasticsearch/embedded-engine.js'
import { add } from './add.js'
import { readArguments, UsageError, usage } from './arguments.js'
import { askDate } from './ask-date.js'
import { counted } from './record/counted.js'
import { families } from './record/format.js'
import { leftovers } from './replace/leftovers.js'
import { replaceAll } from './replace-all.js'
import { type Load, needSome, runLoad } from './run-load.js'
import { countOf, membersOf } from './write/indices.js'
import { request } from './write/request.js'
import { type LoadTarget, openTarget } from './write/target.js'

/**
 * `npm run load` with these arguments, until it is done or asked to end. It writes to the console.
 * @returns its exit code.
 */
export async function loadCommand(
  args: readonly string[],
  isAskedToEnd: () => boolean = () => false,
): Promise<number> {
  try {
    await run(args, isAskedToEnd)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(`load: ${(error as Error).message}${isUsage ? `\n\n${usage}` : ''}`)
    return isUsage ? 2 : 1
  }
}

async function run(args: readonly string[], isAskedToEnd: () => boolean): Promise<void> {
  const given = await readArguments(args)
  if (given === 'help') return console.log(usage)
  const { to, replace, dryRun, ...options } = given
  if (dryRun) return tryOut({ ...options, replace, isAskedToEnd })
  const asOf = options.source.asOf ?? (await askDate())
  const source = { ...options.source, ...(asOf !== undefined && { asOf }) }
  const load: Load = { ...options, source, replace, isAskedToEnd }
  const target = openTarget(to, process.env, load.parallel)
  try {
    await (replace ? replaceAll : add)(target, load).catch(async (error) => {
      await printFamilies(target).catch(() => {}) // the earlier error matters more
      throw error
    })
    await printFamilies(target)
  } finally {
    await target.close()
  }
}

/** Reads the files as a load does, without loading them. */
async function tryOut(load: Load): Promise<void> {
  const makeReady = () => async () => []
  needSome(await runLoad(load, { makeReady, done: 'could be loaded', into: '' }))
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
  for (const { index, savedAt } of await leftovers(target)) {
    const saved = savedAt === undefined ? '' : `, last saved at ${savedAt}`
    const resume = savedAt === undefined ? '' : 'run its command with --resume, or '
    console.error(
      `${index} belongs to a load that is running or was interrupted${saved}; searches do ` +
        `not see it. Only if it was interrupted: ${resume}DELETE ${target.url}/${index}`,
    )
  }
}
