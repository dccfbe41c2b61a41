/** Names of Elasticsearch 5 to 8, of aliases and of other tools, and their current names. */
const todaysNames: Readonly<Record<string, readonly string[]>> = {
  // clauses
  common: ['match'],
  geo_polygon: ['geo_shape'],
  // keys of a body
  filter: ['post_filter'],
  _source_excludes: ['_source'],
  _source_includes: ['_source'],
  // points and corners
  latitude: ['lat'],
  lng: ['lon'],
  longitude: ['lon'],
  ne: ['top_right'],
  northEast: ['top_right'],
  nw: ['top_left'],
  northWest: ['top_left'],
  se: ['bottom_right'],
  southEast: ['bottom_right'],
  southWest: ['bottom_left'],
  sw: ['bottom_left'],
  // parameters
  center: ['origin'],
  interval: ['fixed_interval', 'calendar_interval'],
  nested_filter: ['nested'],
  nested_path: ['nested'],
  point: ['origin'],
  phrase: ['match_phrase'],
  phrase_prefix: ['match_phrase_prefix'],
  term: ['value'],
}

/** What a former name means among the names allowed at its place; undefined if none of them is. */
export function meantByFormer(name: string, offered: ReadonlySet<string>): string | undefined {
  if (!Object.hasOwn(todaysNames, name)) return undefined
  const meant = todaysNames[name]!.filter((one) => offered.has(one))
  return meant.length === 0 ? undefined : meant.join(' or ')
}
