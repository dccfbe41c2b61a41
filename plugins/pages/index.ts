import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { ApiError } from '../../kit/errors.js'
import { codingOf } from '../../kit/http/media.js'
import { isHeld } from '../kit/entity-tag.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { codedBody, filesOf, isCodable, type ServedFile } from './files.js'
import { type SetName, sets } from './sets.js'

interface Params {
  set: SetName
  path: string
  public: boolean
}

/** What a page may do in the browser: run its own files, ask its own gateway, and nothing else. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache', // kept, and asked each time whether it still holds
  Vary: 'Accept-Encoding',
}

/** Answers with the files of a page that the product brings along. */
const pages = definePolicy<Params, 'caller'>({
  name: 'pages',
  params: {
    set: {
      description: 'Name of the page: try composes searches in the browser.',
      type: 'string',
      enum: Object.keys(sets),
    },
    path: {
      description: 'Path of the endpoint that shows the page; its files are below, so the endpoint has "path/*" too.',
      type: 'string',
      pattern: '^(/[\\w.~-]+)+$',
    },
    public: {
      description:
        'Whether anyone may read the page, without a credential. Otherwise a step before it must find out the caller.',
      type: 'boolean',
      default: false,
    },
  },
  required: ['set', 'path'],
  role: 'answer',
  place: (params) => (params.public ? {} : { needs: ['caller'], instead: 'public: true if anyone may read it' }),
  create({ set, path }) {
    const files = filesOf(sets[set]())
    const below = `${path}/`
    return function pages(context, req, res) {
      const [asked] = req.url!.split('?', 1) as [string]
      if (asked === below) {
        context.result = { status: 308, data: {}, headers: { Location: `../${basename(path)}` } }
        return undefined
      }
      const file = files.get(asked === path ? '' : asked.startsWith(below) ? asked.slice(below.length) : '/')
      if (!file) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      return send(req, res, file)
    }
  },
})

/** Sends a file as the caller takes it best. Node leaves the body of an answer to HEAD out. */
async function send(req: IncomingMessage, res: ServerResponse, file: ServedFile): Promise<'answered'> {
  const { type, body, tag } = file
  if (isHeld(tag, req.headers['if-none-match'])) {
    res.writeHead(304, { ...headers, ETag: tag }).end()
    return 'answered'
  }
  const coding = isCodable(file) ? codingOf(req.headers['accept-encoding'])?.coding : undefined
  const sent = coding === undefined ? body : await codedBody(file, coding)
  res.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': sent.length,
    ETag: tag,
    ...(coding && { 'Content-Encoding': coding }),
  })
  res.end(sent)
  return 'answered'
}

export const { version, policies, schema, init } = definePlugin(pages)
