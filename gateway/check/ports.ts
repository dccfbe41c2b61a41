import type { ListenAddress } from '../../edge/listen.js'
import type { SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'

const everywhere = ['0.0.0.0', '::']

/** Listeners of one machine with the same port at the same address. Port 0 is any free one. */
export function collidingPorts(places: readonly ListenAddress[]): SettingDiagnostic[] {
  return places.flatMap(({ setting, host, port }, i) => {
    const other = places
      .slice(0, i)
      .find((earlier) => earlier.port === port && meet(earlier.host, host))
    if (!other || port === 0) return []
    const message = `${setting} is ${port}, as ${other.setting} is`
    const remedy = 'give each listener a different port'
    return [{ setting, severity: 'error', rule: 'settings-collide', message, remedy }]
  })
}

function meet(one: string, other: string): boolean {
  return one === other || everywhere.includes(one) || everywhere.includes(other)
}
