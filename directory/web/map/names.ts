import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import { findCity, measureText, placeLabels } from './labels.js'
import type { GroundNames } from './outlines.js'
import type { Place } from './points.js'
import { getDiameter, type Spot } from './spots.js'

/** The most cities of the ground that are named at a time. */
const mostCities = 12
/** Pixels below or above a city where its name is, if it has no room in its middle. */
const besides = [0, 20, -20, 36, -36]

/** Creates a layer of names. @returns draws cities, then areas where there is room. */
export function createNames(map: LeafletMap) {
  const pane = map.createPane('names')
  pane.setAttribute('aria-hidden', 'true') // the list has them too
  const layer = layerGroup().addTo(map)

  return (spots: readonly Spot[], ground: GroundNames): void => {
    const view = map.getBounds()
    const isInView = ({ lat, lon }: Place) => view.contains([lat, lon])
    const toLabel = (label: string, kind: string, place: Place, below = 0) => {
      const { x, y } = map.latLngToLayerPoint([place.lat, place.lon])
      return { label, kind, x, y: y + below, ...measureText(label) }
    }
    const dots = spots.map((spot) => {
      const size = getDiameter(spot)
      return { ...toLabel('', '', spot), width: size, height: size }
    })
    const towns = ground.cities
      .filter(isInView)
      .slice(0, mostCities)
      .flatMap((city) => besides.map((below) => toLabel(city.label, 'city', city, below)))
    const cities = oncePerName(spots).map(([label, spot]) =>
      toLabel(label, 'city', spot, getDiameter(spot) / 2 + 9),
    )
    const others = ground.areas.filter(isInView).map((area) => toLabel(area.label, 'area', area))
    layer.clearLayers()
    for (const { kind, label, x, y } of placeLabels([...towns, ...cities, ...others], dots)) {
      const html = document.createElement('span')
      html.textContent = label
      const icon = divIcon({ className: `name ${kind}`, html, iconSize: [0, 0] })
      const place = map.layerPointToLatLng([x, y])
      layer.addLayer(marker(place, { icon, pane: 'names', interactive: false, keyboard: false }))
    }
  }
}

/** The largest spot of each city. */
function oncePerName(spots: readonly Spot[]): [string, Spot][] {
  const byName = new Map<string, Spot>()
  for (const spot of [...spots].sort((one, other) => one.count - other.count)) {
    const name = findCity(spot)
    if (name !== undefined) byName.set(name, spot)
  }
  return [...byName]
}
