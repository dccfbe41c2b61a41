import type { Loaded } from '../host/load.js'

type Backends = Loaded['backends']

/** What a worker knows of credentials, by the connection to the auth service. */
export type KnownCredentials = Record<string, unknown>

export function knownCredentials(backends: Backends): KnownCredentials {
  const connections = authServicesOf(backends)
  return Object.fromEntries([...connections].map(([id, { known }]) => [id, known()]))
}

/** Continues with what another worker knows, as far as the connections are the same. */
export async function takeOver(backends: Backends, known: KnownCredentials): Promise<void> {
  for (const [id, authService] of authServicesOf(backends))
    if (Object.hasOwn(known, id)) await authService.takeOver(known[id])
}

function authServicesOf(backends: Backends) {
  return new Map(
    backends.flatMap(({ authService }) => (authService ? [[authService.id, authService]] : [])),
  )
}
