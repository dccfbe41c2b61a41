import type { Node, Status } from './calls.js'

/** A part that the gateway needs, where it is, and what is wrong with it. */
export interface Part {
  title: string
  place: string
  /** Undefined while it serves. */
  fault?: string | undefined
}

/** The parts of the product, the engine first. */
export function partsOf(status: Status): Part[] {
  const { engine, authServices = [], upstreams = [], rateLimits, workers, certificate } = status
  const parts: Part[] = [
    ...(engine?.nodes ?? []).map((node) => ofNode(`Engine (${engine!.kind})`, node)),
    ...authServices.flatMap((node) => [
      ofNode('Auth service', node),
      ...(node.healthy ? [{ title: 'Its store', ...storeOf(node) }] : []),
    ]),
    ...upstreams.flatMap(({ name, targets }) =>
      targets.map((node) => ofNode(`Upstream ${name}`, node)),
    ),
    ...workers.map(({ number, pid, state, fault }) => ({
      title: `Worker ${number}`,
      place: `process ${pid ?? 'gone'}, ${state}`,
      fault,
    })),
  ]
  if (rateLimits?.url !== undefined)
    parts.push({
      title: 'Counts of limits (Redis)',
      place: rateLimits.url,
      fault: rateLimits.reachable ? undefined : (rateLimits.fault ?? 'does not answer'),
    })
  if (certificate && certificate.state !== 'valid')
    parts.push({ title: 'Certificate', place: 'TLS_CERT', fault: `is ${certificate.state}` })
  if (!workers.some(({ state, fault }) => state === 'serving' && fault === undefined))
    parts.unshift({
      title: 'Gateway',
      place: 'no worker answers',
      fault: 'cannot tell its dependencies',
    })
  return parts
}

const ofNode = (title: string, { url, healthy, fault }: Node): Part => ({
  title,
  place: url,
  fault: healthy ? undefined : (fault ?? 'does not serve'),
})

function storeOf({
  store,
  storeFault,
}: NonNullable<Status['authServices']>[number]): Omit<Part, 'title'> {
  const place = store ? `${store.records} of ${store.capacity} records` : 'without a bound'
  return { place, fault: storeFault && `cannot be written: ${storeFault}` }
}

/** What the operator should look at, though all serve. */
export function adviceOf({ engine, authServices = [], config }: Status): string[] {
  const [last] = config.reloads
  return [
    ...(engine?.advice ? [engine.advice] : []),
    ...(engine?.warnings ?? []),
    ...authServices.flatMap(({ warnings = [] }) => warnings),
    ...(last?.refused ? ['The last reload was refused: see below.'] : []),
  ]
}
