import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import { findCity, measureText, removeOverlaps } from './labels.js'
import type { Place, PlaceName } from './points.js'
import { getDiameter, type Spot } from './spots.js'

type Size = ReturnType<typeof measureText>

/** Creates a layer of names. @returns draws cities of spots, then areas where there is room. */
export function createNames(map: LeafletMap) {
  const pane = map.createPane('names')
  pane.setAttribute('aria-hidden', 'true') // the list has them too
  const layer = layerGroup().addTo(map)

  return (spots: readonly Spot[], areas: readonly PlaceName[]): void => {
    const view = map.getBounds()
    const toLabelBox = ({ lat, lon }: Place, size: Size, below = 0) => {
      const { x, y } = map.latLngToLayerPoint([lat, lon])
      return { x, y: y + below, ...size }
    }
    const dots = spots.map((spot) => {
      const size = getDiameter(spot)
      return toLabelBox(spot, { width: size, height: size })
    })
    const cities = oncePerName(spots).map(([label, spot]) => ({
      label,
      kind: 'city',
      ...toLabelBox(spot, measureText(label), getDiameter(spot) / 2 + 9),
    }))
    const others = areas
      .filter(({ lat, lon }) => view.contains([lat, lon]))
      .map((area) => ({
        label: area.label,
        kind: 'area',
        ...toLabelBox(area, measureText(area.label)),
      }))
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

/** The largest spot of each city. */
function oncePerName(spots: readonly Spot[]): [string, Spot][] {
  const byName = new Map<string, Spot>()
  for (const spot of [...spots].sort((one, other) => one.count - other.count)) {
    const name = findCity(spot)
    if (name !== undefined) byName.set(name, spot)
  }
  return [...byName]
}
