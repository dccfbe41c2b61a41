import { basename } from 'node:path'
import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { Source } from '../../kit/config/yaml/source.js'

/** A value, and where it and the keys inside it are written: `a.b` → `gateway.config.yml:12`. */
export interface Placed {
  value: Mapping
  places: Record<string, string>
}

/** Finds where a value is written: `gateway.config.yml:12`. */
export type PlaceAt = (path: Path) => string | undefined

/** That of the values of a file; what an alias names is where its anchor is. */
export function makePlaceFinder({ place, placeAll }: Partial<Source>): PlaceAt {
  return (path) => {
    const finding = { path, rule: '', message: '', remedy: '' }
    const found = place?.(finding) ?? placeAll?.([finding])[0]
    return found && `${basename(found.file)}:${found.line}`
  }
}

/** The places of a value and of all keys inside it. @param path That of the value. */
export function listPlaces(
  value: unknown,
  path: Path,
  at: PlaceAt,
  key = '',
): Record<string, string> {
  const own = at(path)
  const inner = Object.entries(isMapping(value) ? value : {}).map(([name, item]) =>
    listPlaces(item, [...path, name], at, key === '' ? name : `${key}.${name}`),
  )
  return Object.assign(own === undefined ? {} : { [key]: own }, ...inner)
}

/** The place of a key, or of what is around it. */
export function findPlace({ places }: Pick<Placed, 'places'>, key: string): string | undefined {
  for (let name = key; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (places[name] !== undefined) return places[name]
  return places['']
}
