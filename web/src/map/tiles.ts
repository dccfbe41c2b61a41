/** The tiles that the operator of the gateway has chosen. */
export interface Tiles {
  url: string
  attribution: string
}

/** What the gateway writes into the page; undefined without tiles. */
export function tilesOf(page: Document): Tiles | undefined {
  const content = page.querySelector<HTMLMetaElement>('meta[name=map-tiles]')?.content
  return content === undefined ? undefined : (JSON.parse(content) as Tiles)
}
