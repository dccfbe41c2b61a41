import type { Node, Status } from './calls.js'

/** A part that the gateway needs, where it is, and what is wrong with it. */
interface Part {
  title: string
  place: string
  /** In a word, while nothing is wrong. */
  state: string
  fault?: string | undefined
}

/** The parts of the product, those with a fault first. */
export function listParts(status: Status): Part[] {
  const { engine, authServices = [], upstreams = [], rateLimits, workers, certificate } = status
  const parts: Part[] = [
    ...(engine?.nodes ?? []).map((node) => toPart(`Engine (${engine!.kind})`, node)),
    ...authServices.map((node) => toPart('Auth service', node)),
    ...authServices.filter(({ healthy }) => healthy).map(toStorePart),
    ...upstreams.flatMap(({ name, targets }) =>
      targets.map((node) => toPart(`Upstream ${name}`, node)),
    ),
    ...workers.map(({ number, pid, state, fault }) => ({
      ...{ title: `Worker ${number}`, place: `process ${pid ?? 'gone'}`, state, fault },
    })),
  ]
  if (rateLimits?.url !== undefined) {
    const { url, reachable: healthy = false, fault = 'does not answer' } = rateLimits
    parts.push(toPart('Redis, which counts limits', { url, healthy, fault }))
  }
  if (certificate) {
    const { state, validTo } = certificate
    const fault = state === 'valid' ? undefined : `is ${state}`
    parts.push({ title: 'Certificate', place: `until ${validTo}`, state, fault })
  }
  if (!engine && !authServices.length)
    parts.push({ title: 'Dependencies', place: 'of the workers', state: '', fault: 'are unknown' })
  return parts.sort((one, other) => Number(!one.fault) - Number(!other.fault))
}

const toPart = (title: string, { url, healthy, fault = 'does not serve' }: Node): Part => ({
  ...{ title, place: url, state: 'serves', fault: healthy ? undefined : fault },
})

function toStorePart({
  url,
  store,
  storeFault,
}: NonNullable<Status['authServices']>[number]): Part {
  const fault = storeFault && `cannot be written: ${storeFault}`
  const state = store ? `${store.records} of ${store.capacity} records` : 'serves'
  return { title: 'Store of the auth service', place: url, state, fault }
}

/** What the operator should review, although everything works. */
export function listAdvice({ engine, config }: Status): string[] {
  return [
    ...[engine?.advice ?? []].flat(),
    ...(config.reloads[0]?.refused ? ['The last reload was refused: see below.'] : []),
  ]
}
