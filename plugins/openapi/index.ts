import type { IncomingMessage } from 'node:http'
import { validationError } from '../../kit/api/errors.js'
import { parseUrl } from '../../kit/config/texts.js'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import type { ParamSchema } from '../kit/policy.js'
import { type ServedFile, sendFile, servedFile } from '../kit/served-file.js'
import { makeDocument, type OperatorInfo } from './document.js'
import { findFileMistakes, readOwnFile } from './own-file.js'
import { loadTables, type Tables } from './tables.js'

interface Params {
  file?: string
  info?: OperatorInfo
}

/** Tools read the document itself, not an envelope around it. */
const type = 'application/json; charset=utf-8'
const headers = { 'Cache-Control': 'no-cache' }

const text = (description: string): ParamSchema => ({ type: 'string', minLength: 1, description })

/** Serves the API's description, as an OpenAPI document with the limits of this gateway. */
const openapi = definePolicy<Params>({
  name: 'openapi',
  params: {
    file: text(
      'Path of a YAML file that says what this API is about: titles, examples and schemas of its ' +
        'documents. Default: none.',
    ),
    info: {
      type: 'object',
      description: 'Provider of the API: members of `info` of the document. Default: none.',
      additionalProperties: false,
      properties: {
        contact: {
          type: 'object',
          description: 'Contact for callers.',
          additionalProperties: false,
          properties: {
            name: text('A person or a team.'),
            url: text('URL of their page.'),
            email: text('E-mail address.'),
          },
        },
        license: {
          type: 'object',
          description: 'License of the API.',
          additionalProperties: false,
          properties: {
            name: text('Its name, such as CC BY 4.0.'),
            url: text('URL of its text.'),
          },
          required: ['name'],
        },
        termsOfService: text('URL of the terms of service.'),
      },
    },
  },
  role: 'answer',
  check: ({ file, info = {} }) => [
    ...(file === undefined ? [] : findFileMistakes(file, ['file'])),
    ...findInfoMistakes(info),
  ],
  create({ file, info = {} }, { gateway }) {
    const own = file === undefined ? {} : readOwnFile(file)
    const served = new Map<boolean, Promise<ServedFile>>()
    let tables: Promise<Tables> | undefined

    /** Made when it is first asked for: it takes a while, and many processes are never asked. */
    async function makeFile(isFree: boolean): Promise<ServedFile> {
      tables ??= loadTables(own)
      const document = makeDocument(await tables, gateway, { info, isFree })
      return servedFile(type, Buffer.from(JSON.stringify(document)))
    }

    return async function openapi(_context, req, res) {
      const isFree = asksForFree(req)
      const file = served.get(isFree) ?? makeFile(isFree)
      served.set(isFree, file)
      return sendFile(req, res, await file, headers)
    }
  },
})

/** Whether bodies of searches shall be free objects. @throws ApiError for another value. */
function asksForFree({ url = '' }: IncomingMessage): boolean {
  const values = new URL(url, 'http://gateway').searchParams.getAll('queries')
  if (values.some((value) => value !== 'free'))
    throw validationError({ queries: ['queries must be free, or left out'] })
  return values.length > 0
}

/** URLs and addresses that no program could use. */
function findInfoMistakes({ contact, license, termsOfService }: OperatorInfo): Diagnostic[] {
  return [
    ...findUrlMistakes(contact?.url, ['info', 'contact', 'url']),
    ...findEmailMistakes(contact?.email, ['info', 'contact', 'email']),
    ...findUrlMistakes(license?.url, ['info', 'license', 'url']),
    ...findUrlMistakes(termsOfService, ['info', 'termsOfService']),
  ]
}

function findUrlMistakes(url: string | undefined, path: Path): Diagnostic[] {
  if (url === undefined || (/^https?:\/\/\S+$/i.test(url) && parseUrl(url))) return []
  const message = `"${path.at(-1)}" is not an http(s) URL`
  return [{ path, rule: 'wrong-url', message, remedy: 'write such as https://example.org/about' }]
}

function findEmailMistakes(email: string | undefined, path: Path): Diagnostic[] {
  if (email === undefined || /^[^\s@:]+@[^\s@:]+\.[^\s@:.]+$/.test(email)) return []
  const message = `"${path.at(-1)}" is not an e-mail address`
  return [{ path, rule: 'wrong-value', message, remedy: 'write such as directory@example.org' }]
}

export const { version, policies, schema, init } = definePlugin(openapi)
