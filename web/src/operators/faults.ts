import type { Node, Status } from './calls.js'

/** A part that the gateway needs, where it is, and what is wrong with it. */
export interface Part {
  title: string
  place: string
  /** In a word, while nothing is wrong. */
  state: string
  fault?: string | undefined
}

/** The parts of the product, those with a fault first. */
export function partsOf(status: Status): Part[] {
  const { engine, authServices = [], upstreams = [], rateLimits, workers, certificate } = status
  const parts: Part[] = [
    ...(engine?.nodes ?? []).map((node) => partOf(`Engine (${engine!.kind})`, node)),
    ...authServices.map((node) => partOf('Auth service', node)),
    ...authServices.filter(({ healthy }) => healthy).map(storeOf),
    ...upstreams.flatMap(({ name, targets }) =>
      targets.map((node) => partOf(`Upstream ${name}`, node)),
    ),
    ...workers.map(({ number, pid, state, fault }) => ({
      ...{ title: `Worker ${number}`, place: `process ${pid ?? 'gone'}`, state, fault },
    })),
  ]
  if (rateLimits?.url !== undefined) {
    const { url, reachable: healthy = false, fault = 'does not answer' } = rateLimits
    parts.push(partOf('Redis, which counts limits', { url, healthy, fault }))
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

const partOf = (title: string, { url, healthy, fault = 'does not serve' }: Node): Part => ({
  ...{ title, place: url, state: 'serves', fault: healthy ? undefined : fault },
})

function storeOf({ url, store, storeFault }: NonNullable<Status['authServices']>[number]): Part {
  const fault = storeFault && `cannot be written: ${storeFault}`
  const state = store ? `${store.records} of ${store.capacity} records` : 'serves'
  return { title: 'Store of the auth service', place: url, state, fault }
}

/** What the operator should look at, though all serve. */
export function adviceOf({ engine, config }: Status): string[] {
  return [
    ...[engine?.advice ?? []].flat(),
    ...(config.reloads[0]?.refused ? ['The last reload was refused: see below.'] : []),
  ]
}
