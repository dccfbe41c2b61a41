import { parsedUrl } from '../../kit/config/parsed-url.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isLoopback } from '../../kit/http/address.js'
import { paramsOf } from '../../routes/pipelines.js'
import { type DeclaredRoute, isServed } from '../../routes/routes.js'
import { escaped } from '../kit/escaped.js'
import type { ParamSchema } from '../kit/policy.js'
import { htmlFile, type PageFile } from './files.js'

/** A server of map tiles that the operator has chosen. */
export interface Tiles {
  url: string
  attribution: string
}

export const tilesSchema: ParamSchema = {
  description:
    'A server of map tiles for the background of maps. Browsers load tiles from it, so its ' +
    'host is added to the Content-Security-Policy of all pages.',
  type: 'object',
  properties: {
    url: {
      description: 'Address of a tile, with {z}, {x} and {y}: https, or http on this machine.',
      type: 'string',
      minLength: 1,
    },
    attribution: {
      description: 'Attribution of the tiles, as HTML: most servers require it.',
      type: 'string',
      minLength: 1,
    },
  },
  required: ['url', 'attribution'],
  additionalProperties: false,
}

/** What the map replaces in a URL; besides {r}, which is @2x on screens of a high resolution. */
const placeholders = ['{z}', '{x}', '{y}']

const example = 'https://tiles.example.org/{z}/{x}/{y}.png'

/** Tiles that no page shows, that browsers could not load, or would load in the clear. */
export function tileMistakes({ url }: Tiles, page: string): readonly Diagnostic[] {
  const message = 'only the directory has a map'
  const remedy = 'add page: directory, or remove tiles'
  if (page !== 'directory') return [{ path: ['tiles'], rule: 'wrong-value', message, remedy }]
  const fault = faultOf(url)
  return fault ? [{ path: ['tiles', 'url'], rule: 'wrong-url', ...fault }] : []
}

/** The first fault of a URL. */
function faultOf(url: string): Pick<Diagnostic, 'message' | 'remedy'> | undefined {
  const found: readonly string[] = url.match(/\{[^}]*\}/g) ?? []
  const unknown = found.some((placeholder) => ![...placeholders, '{r}'].includes(placeholder))
  if (unknown)
    return {
      message: 'the URL contains an unknown placeholder',
      remedy: 'use {z}, {x}, {y} and {r} only, and name one host in place of {s}',
    }
  const missing = placeholders.filter((placeholder) => !found.includes(placeholder))
  if (missing.length > 0)
    return {
      message: `the URL does not contain ${missing.join(', ')}`,
      remedy: `write it as ${example}`,
    }
  const { protocol, hostname } = parsedUrl(url) ?? { protocol: '', hostname: '' }
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  if (!isPrivate)
    return { message: 'the URL of tiles is not https', remedy: `write it as ${example}` }
  return /[{}]/.test(hostname)
    ? { message: 'the host of the tiles must be fixed', remedy: `name one host: ${example}` }
    : undefined
}

/** The tiles of the directory's map, which all pages of a site may come to show. */
export function tilesIn(routes: readonly DeclaredRoute[]): Tiles | undefined {
  const steps = routes.filter(isServed).flatMap(({ pipeline }) => paramsOf(pipeline, 'welcome'))
  return steps.map(({ tiles }) => tiles as Tiles | undefined).find(Boolean)
}

/** A page that knows its tiles, if there are some. */
export function tiled(page: PageFile, tiles: Tiles | undefined): PageFile {
  if (!tiles) return page
  const html = htmlFile(withTiles(page.read().body.toString(), tiles))
  return { ...page, read: () => html }
}

/** The page with a note of its tiles. */
export function withTiles(html: string, tiles: Tiles): string {
  const content = escaped(JSON.stringify(tiles))
  return html.replace('</head>', () => `<meta name="map-tiles" content="${content}">\n</head>`)
}
