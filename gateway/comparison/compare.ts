import { isDeepStrictEqual } from 'node:util'
import { renderCall } from '../../routes/routes.js'
import { audienceOf, limitsText } from './audience.js'
import type { Change } from './change.js'
import { changesOf, type Draft } from './draft.js'
import type { Meaning } from './meaning.js'
import { compareParameters } from './parameters.js'
import { type Placed, placeOf } from './places.js'
import { withNamesOf } from './renamed.js'
import { compareRoles } from './roles.js'
import { type Pairing, pairingsOf } from './routes.js'
import { compareSteps } from './steps.js'
import { listed } from './words.js'

/**
 * The differences of two configurations by what they mean: names, order and forms of writing that
 * change nothing are not among them. What is allowed comes first, then what is refused.
 */
export function compare(before: Meaning, after: Meaning): Change[] {
  const known = withNamesOf(after, before)
  return changesOf([
    ...pairingsOf(known, after).flatMap((pairing) => comparePairing(pairing, known, after)),
    ...compareServices(known.services, after.services),
    ...comparePlugins(before.plugins, after.plugins),
    ...compareTemplates(before.templates, after.templates),
    ...compareDigests(before.tls, after.tls),
    ...(before.auth && after.auth ? compareRoles(before.auth, after.auth) : []),
  ])
}

function comparePairing(
  { routes, was, is, isMoved }: Pairing,
  before: Meaning,
  after: Meaning,
): Draft[] {
  const calls = routes.map(renderCall)
  const place = routes[0]?.place
  if (was === undefined) {
    const steps = after.pipelines[is!]!
    const text = `${audienceOf(steps)} may call`
    return [{ effect: 'allows', part: is!, text, calls, end: limitsText(steps), place }]
  }
  if (is === undefined)
    return [{ effect: 'refuses', part: was, text: 'no one may call', calls, end: ' (NOT_FOUND)' }]
  const moved = `the pipeline ${is}, and not ${was}, answers`
  return [
    ...(isMoved ? [{ effect: 'changes', part: is, text: moved, calls, place } as const] : []),
    ...compareSteps(before.pipelines[was]!, after.pipelines[is]!, { part: is, calls }),
  ]
}

type ByName = Readonly<Record<string, Placed>>

function compareServices(before: ByName, after: ByName): Draft[] {
  return changed(before, after, (was, is, name) => {
    const [old, now] = [was, is].map((one) => listed((one?.value.urls ?? []) as string[]))
    const text = !was
      ? `upstream ${name} is new: ${now}`
      : !is
        ? `upstream ${name} is gone`
        : `upstream ${name}: ${old} → ${now}`
    return [{ effect: 'changes', part: name, text, place: is && placeOf(is, 'url') }]
  })
}

function comparePlugins(before: ByName, after: ByName): Draft[] {
  return changed(before, after, (was, is, name): Draft[] => {
    const place = is && placeOf(is, '')
    const say = (text: string): Draft[] => [{ effect: 'changes', part: name, text, place }]
    if (!was) return say(`the plugin ${name} is new`)
    if (!is) return say(`the plugin ${name} is gone`)
    const [{ code: old, ...settings }, { code, ...rest }] = [was.value, is.value]
    return [
      ...(old !== code ? say(`the code of the plugin ${name} is another`) : []),
      ...compareParameters(settings, rest, is, { of: `the plugin ${name}`, part: name }),
    ]
  })
}

function compareTemplates(before: Meaning['templates'], after: Meaning['templates']): Draft[] {
  return changed(before, after, (was, is, path) => {
    const name = /^search-templates\/(.+)\.yml$/.exec(path)?.[1]
    const what = name === undefined ? path : `search template ${name}`
    const how = was === undefined ? 'new' : is === undefined ? 'gone' : 'another'
    const place = is === undefined ? undefined : `${path}:1`
    return [{ effect: 'changes', part: name ?? path, text: `${what} is ${how}`, place }]
  })
}

function compareDigests(before: Meaning['tls'], after: Meaning['tls']): Draft[] {
  if (!before || !after) return []
  return changed(before, after, (_, __, name) => {
    return [{ effect: 'changes', part: name, text: `the file of ${name} has another content` }]
  })
}

/** What differs of things with names, in the order of the new configuration. */
function changed<Thing>(
  before: Readonly<Record<string, Thing>>,
  after: Readonly<Record<string, Thing>>,
  say: (before: Thing | undefined, after: Thing | undefined, name: string) => Draft[],
): Draft[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  const meantBy = (thing?: Thing) => (thing as { value?: unknown } | undefined)?.value ?? thing
  return [...names].flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    return isDeepStrictEqual(meantBy(was), meantBy(is)) ? [] : say(was, is, name)
  })
}
