/** The base map that the operator of the gateway has chosen. */
export interface Tiles {
  /** Of its file, which is next to the scripts. */
  name: string
  /** The zoom of its finest tiles; closer ones are these, larger. */
  maxZoom: number
  attribution: string
}

/** What the gateway writes into the page; undefined without a base map. */
export function tilesOf(page: Document): Tiles | undefined {
  const content = page.querySelector<HTMLMetaElement>('meta[name=map-tiles]')?.content
  return content === undefined ? undefined : (JSON.parse(content) as Tiles)
}
