import type { Map as LeafletMap } from 'leaflet'
import { leafletLayer } from 'protomaps-leaflet'

/** The base map that the operator of the gateway has chosen. */
export interface Tiles {
  /** The name of its file, which is next to the scripts. */
  name: string
  /** The highest zoom that has tiles. Beyond it they are enlarged. */
  maxZoom: number
  attribution: string
}

/** Draws land, water, streets and names of the gateway's own tiles. */
export function addBaseMap(map: LeafletMap, { name, maxZoom, attribution }: Tiles): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const layer = leafletLayer({
    url: new URL(name, import.meta.url).href,
    flavor: isDark ? 'dark' : 'light',
    lang: 'en',
    maxDataZoom: maxZoom,
    attribution,
  })
  layer.addTo(map)
}
