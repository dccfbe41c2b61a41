import type { IncomingMessage } from 'node:http'
import { validationError } from '../../kit/api/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { type ServedFile, sendFile, servedFile } from '../kit/served-file.js'
import { documentIn } from './document-file.js'
import { inForce } from './in-force.js'
import { infoMistakes, infoParam, type OperatorInfo } from './info.js'
import { withFreeQueries } from './lean.js'

interface Params {
  file: string
  info?: OperatorInfo
}

/** Tools read the document itself, not an envelope around it. */
const type = 'application/json; charset=utf-8'
const headers = { 'Cache-Control': 'no-cache' }

/** Serves the API's description, as an OpenAPI document with the limits of this gateway. */
const openapi = definePolicy<Params>({
  name: 'openapi',
  params: {
    file: {
      type: 'string',
      minLength: 1,
      description: 'Path of the OpenAPI document, openapi.json next to this file.',
    },
    info: infoParam,
  },
  required: ['file'],
  role: 'answer',
  check: ({ info = {} }) => infoMistakes(info),
  create({ file, info = {} }, { gateway }) {
    const shipped = documentIn(file)
    const served = new Map<boolean, ServedFile>()

    /** Made when it is first asked for: the start does not know all search templates yet. */
    function made(isFree: boolean): ServedFile {
      const whole = inForce(shipped, gateway, info)
      const text = JSON.stringify(isFree ? withFreeQueries(whole) : whole)
      return servedFile(type, Buffer.from(text))
    }

    return function openapi(_context, req, res) {
      const isFree = asksForFree(req)
      const file = served.get(isFree) ?? made(isFree)
      served.set(isFree, file)
      return sendFile(req, res, file, headers)
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

export const { version, policies, schema, init } = definePlugin(openapi)
