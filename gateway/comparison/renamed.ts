import { isDeepStrictEqual } from 'node:util'
import type { Meaning } from './meaning.js'

/** A configuration with the new names of services that only got another name. */
export function withNamesOf(after: Meaning, before: Meaning): Meaning {
  const renamed = new Map<unknown, string>()
  for (const [name, { value }] of Object.entries(before.services)) {
    if (Object.hasOwn(after.services, name)) continue
    const now = Object.entries(after.services).find(
      ([other, service]) =>
        !Object.hasOwn(before.services, other) && isDeepStrictEqual(service.value, value),
    )
    if (now) renamed.set(name, now[0])
  }
  if (renamed.size === 0) return before
  const { services, pipelines } = before
  const newName = (name: string) => renamed.get(name) ?? name
  return {
    ...before,
    services: Object.fromEntries(
      Object.entries(services).map(([name, one]) => [newName(name), one]),
    ),
    pipelines: Object.fromEntries(
      Object.entries(pipelines).map(([name, steps]) => [
        name,
        steps.map((step) => {
          const { serviceEndpoint } = step.value
          const now = renamed.get(serviceEndpoint)
          return now === undefined
            ? step
            : { ...step, value: { ...step.value, serviceEndpoint: now } }
        }),
      ]),
    ),
  }
}
