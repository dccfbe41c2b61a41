declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.json?url' {
  const url: string
  export default url
}
declare module 'virtual:atlas' {
  /** Made by directory/web/map/atlas.js. */
  const sheets: readonly {
    name: 'countries' | 'states'
    /** Around its parts: south, west, north and east, in tenths of a degree. */
    boxes: readonly (readonly [number, number, number, number])[]
    url: string
  }[]
  export default sheets
}
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws the reference of a document (swagger.io/docs/open-source-tools/swagger-ui). */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): void
}
