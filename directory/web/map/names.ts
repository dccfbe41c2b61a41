import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import { findCity, measureText, removeOverlaps } from './labels.js'
import type { Place, PlaceName } from './points.js'
import { getDiameter, type Spot } from './spots.js'

/** @returns what writes the cities of spots, and where room is left the names of areas. */
export function addNames(map: LeafletMap) {
  const pane = map.createPane('names')
  pane.setAttribute('aria-hidden', 'true') // the list has them too
  const layer = layerGroup().addTo(map)

  return (spots: readonly Spot[], areas: readonly PlaceName[]): void => {
    const view = map.getBounds()
    const boxOf = ({ lat, lon }: Place, size: { width: number; height: number }, below = 0) => {
      const { x, y } = map.latLngToLayerPoint([lat, lon])
      return { x, y: y + below, ...size }
    }
    const dots = spots.map((spot) =>
      boxOf(spot, { width: getDiameter(spot), height: getDiameter(spot) }),
    )
    const cities = oncePerName(spots).map(([label, spot]) => ({
      label,
      kind: 'city',
      ...boxOf(spot, measureText(label), getDiameter(spot) / 2 + 9),
    }))
    const others = areas
      .filter(({ lat, lon }) => view.contains([lat, lon]))
      .map((area) => ({ label: area.label, kind: 'area', ...boxOf(area, measureText(area.label)) }))
    layer.clearLayers()
    for (const { kind, label, x, y } of removeOverlaps([...cities, ...others], dots)) {
      const html = document.createElement('span')
      html.textContent = label
      const icon = divIcon({ className: `name ${kind}`, html, iconSize: [0, 0] })
      const place = map.layerPointToLatLng([x, y])
      layer.addLayer(marker(place, { icon, pane: 'names', interactive: false, keyboard: false }))
    }
  }
}

/** Spots by the name of their city, each city at its largest. */
function oncePerName(spots: readonly Spot[]): [string, Spot][] {
  const byName = new Map<string, Spot>()
  for (const spot of [...spots].sort((one, other) => one.count - other.count)) {
    const name = findCity(spot)
    if (name !== undefined) byName.set(name, spot)
  }
  return [...byName]
}
