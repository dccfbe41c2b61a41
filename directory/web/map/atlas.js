import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature, meshArcs } from 'topojson-client'
import { stateCode } from '../../places/us-states.ts'

const read = (path) => JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url))))
const readPackage = (path) => read(`../../../node_modules/${path}`)

/** The most cities of a state that a map may name: those with most ZIP codes. */
const mostCities = 100
/** The United States, which are drawn by state, and Antarctica, whose ring is open on a map. */
const omitted = ['840', '010']

const id = 'virtual:atlas'

/**
 * Plugin of Vite for the module `virtual:atlas`: where the outline of each state and country is, as
 * a file of its own. A map loads those that it shows.
 */
export function atlas() {
  let isServed = false
  return {
    name: 'atlas',
    configResolved({ command }) {
      isServed = command === 'serve'
    },
    resolveId: (name) => (name === id ? `\0${id}` : undefined),
    load(name) {
      if (name !== `\0${id}`) return undefined
      const urlOf = (file, source) =>
        isServed
          ? JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: file, source })}`
      const sheets = [...states(), ...countries()].map(({ file, kind, boxes, content }) => {
        const url = urlOf(`${file}.json`, JSON.stringify(content))
        return `{name:'${kind}',boxes:${JSON.stringify(boxes)},url:${url}}`
      })
      return `export default [${sheets.join(',\n')}]`
    },
  }
}

/** Each state with the borders of its counties and its cities. */
function* states() {
  const all = readPackage('us-atlas/counties-10m.json')
  const cities = readCities()
  for (const state of all.objects.states.geometries.filter(({ arcs }) => arcs)) {
    const { name } = state.properties
    const geometries = all.objects.counties.geometries.filter((one) => one.id.startsWith(state.id))
    const within = { type: 'GeometryCollection', geometries }
    const counties = meshArcs(all, within, (one, other) => one !== other)
    const content = cutOut(all, { states: [state], counties: [counties] })
    const code = stateCode(name)
    yield {
      ...sheet(all, 'states', state),
      content: { ...content, cities: cities.get(code) ?? [] },
    }
  }
}

function* countries() {
  const all = readPackage('world-atlas/countries-50m.json')
  for (const country of all.objects.countries.geometries)
    if (country.arcs && !omitted.includes(country.id))
      yield {
        ...sheet(all, 'countries', country),
        content: { ...cutOut(all, { countries: [country] }), cities: [] },
      }
}

function sheet(topology, kind, geometry) {
  const file = geometry.properties.name.toLowerCase().replace(/[^a-z]+/g, '-')
  return { file, kind, boxes: toBoxes(feature(topology, geometry).geometry) }
}

/** Some geometries of a topology, with the arcs that they need and no others. */
export function cutOut({ transform, arcs }, geometries) {
  const kept = new Map() // the new numbers of arcs by the old ones
  const renumber = (arc) => {
    if (Array.isArray(arc)) return arc.map(renumber)
    const number = arc < 0 ? ~arc : arc
    if (!kept.has(number)) kept.set(number, kept.size)
    return arc < 0 ? ~kept.get(number) : kept.get(number)
  }
  const objects = Object.entries(geometries).map(([name, some]) => [
    name,
    {
      type: 'GeometryCollection',
      geometries: some.map((one) => ({ ...one, arcs: renumber(one.arcs) })),
    },
  ])
  return {
    ...{ type: 'Topology', transform, objects: Object.fromEntries(objects) },
    arcs: [...kept.keys()].map((number) => arcs[number]),
  }
}

/** Degrees of longitude from which on an area has several boxes: one of Canada has New York in it. */
const wide = 15
/** The height of each of them, in degrees. */
const height = 1

/**
 * The box around an area, or boxes around what a wide one covers between two parallels each: south,
 * west, north and east in tenths of a degree.
 */
export function toBoxes({ type, coordinates }) {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  const [whole] = toRows(polygons, 180)
  return whole[3] - whole[1] < 10 * wide ? [whole] : toRows(polygons, height)
}

function toRows(polygons, rowHeight) {
  const rows = new Map()
  for (const [ring] of polygons)
    for (const [i, [lon, lat]] of ring.entries()) {
      const [lonBefore, latBefore] = ring[Math.max(0, i - 1)]
      const [from, to] = [lat, latBefore]
        .map((one) => Math.floor((one + 90) / rowHeight))
        .sort(ascending)
      for (let row = from; row <= to; row++) {
        const box = rows.get(row) ?? [90, 180, -90, -180]
        const [low, high] = [row * rowHeight - 90, (row + 1) * rowHeight - 90]
        const lats = [lat, latBefore].map((one) => Math.min(high, Math.max(low, one)))
        rows.set(row, [
          Math.min(box[0], ...lats),
          Math.min(box[1], lon, lonBefore),
          Math.max(box[2], ...lats),
          Math.max(box[3], lon, lonBefore),
        ])
      }
    }
  const outwards = [Math.floor, Math.floor, Math.ceil, Math.ceil]
  return [...rows.values()].map((box) => box.map((degrees, i) => outwards[i](10 * degrees)))
}

const ascending = (one, other) => one - other

/** The largest cities by the code of their state: name, latitude, longitude, ZIP codes. */
function readCities() {
  const byState = new Map()
  for (const [name, places] of Object.entries(read('../../../dist/directory/places/cities.json')))
    for (const [code, [lat, lon, zips]] of Object.entries(places)) {
      const title = name.replace(/(?<![^ -])[a-z]/g, (letter) => letter.toUpperCase())
      const there = byState.get(code) ?? []
      byState.set(code, [...there, [title, lat / 1e4, lon / 1e4, zips]])
    }
  for (const [code, there] of byState)
    byState.set(code, there.sort((one, other) => other[3] - one[3]).slice(0, mostCities))
  return byState
}
