import { closeSync } from 'node:fs'
import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'
import { escaped } from '../../../plugins/kit/escaped.js'
import { oncePer } from '../../../plugins/kit/once-per.js'
import { extendPages, type PageExtension } from '../../../plugins/kit/page-extension.js'
import { htmlFile } from '../../../plugins/kit/page-files.js'
import { immutableHeaders } from '../../../plugins/kit/page-headers.js'
import type { ParamSchema } from '../../../plugins/kit/policy.js'
import { paramsOf } from '../../../routes/pipelines.js'
import { type DeclaredRoute, isServed } from '../../../routes/routes.js'
import { ArchiveFault, openArchive } from './pmtiles.js'
import { sendRange } from './range.js'

/** The base map that the operator has chosen. */
export interface Tiles {
  file: string
  attribution: string
}

export const tilesSchema: ParamSchema = {
  description: 'The base map below the dots of maps; without it they are on outlines.',
  type: 'object',
  properties: {
    file: {
      description: 'Path of a PMTiles file of vector tiles, in the scheme of Protomaps.',
      type: 'string',
      minLength: 1,
    },
    attribution: {
      description: 'Attribution of the tiles, as HTML: those of OpenStreetMap require it.',
      type: 'string',
      minLength: 1,
    },
  },
  required: ['file', 'attribution'],
  additionalProperties: false,
}

/** Tiles that no page shows, or that browsers cannot draw. */
export function tileMistakes({ file }: Tiles, page: string): readonly Diagnostic[] {
  const message = 'only the directory has a map'
  const remedy = 'add page: directory, or remove tiles'
  if (page !== 'directory') return [{ path: ['tiles'], rule: 'wrong-value', message, remedy }]
  try {
    closeSync(openArchive(file).descriptor)
    return []
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    const { message, remedy } = error
    return [{ path: ['tiles', 'file'], rule: 'wrong-value', message, remedy }]
  }
}

/** The base map of the directory, which all pages of a site may come to show. */
export function tilesIn(routes: readonly DeclaredRoute[]): PageExtension | undefined {
  const steps = routes.filter(isServed).flatMap(({ pipeline }) => paramsOf(pipeline, 'welcome'))
  const tiles = steps.map((step) => step.tiles as Tiles | undefined).find(Boolean)
  return tiles && servedTiles(routes, tiles)
}

const servedTiles = oncePer((_: readonly DeclaredRoute[], tiles: Tiles): PageExtension => {
  const { digest, maxZoom, ...archive } = openArchive(tiles.file)
  const name = `tiles-${digest}.pmtiles`
  const note = { name, maxZoom, attribution: tiles.attribution }
  const file = { ...archive, type: 'application/vnd.pmtiles', tag: `"${digest}"` }
  return {
    name,
    noted(page) {
      const html = htmlFile(withNote(page.read().body.toString(), note))
      return { ...page, read: () => html }
    },
    send: (req, res) => sendRange(req, res, file, immutableHeaders),
  }
})

function withNote(html: string, note: object): string {
  const content = escaped(JSON.stringify(note))
  return html.replace('</head>', () => `<meta name="map-tiles" content="${content}">\n</head>`)
}

extendPages(tilesIn)
