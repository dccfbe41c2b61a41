declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.json?url' {
  const url: string
  export default url
}
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws the reference of a document (swagger.io/docs/open-source-tools/swagger-ui). */
  export default function SwaggerUI(options: Readonly<Record<string, unknown>>): void
}
