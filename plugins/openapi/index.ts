import { definePlugin, definePolicy } from '../kit/plugin.js'
import { type ServedFile, sendFile, servedFile } from '../kit/served-file.js'
import { documentIn } from './document-file.js'
import { inForce } from './in-force.js'
import { infoMistakes, infoParam, type OperatorInfo } from './info.js'

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
  create({ file, info = {} }, gateway) {
    const shipped = documentIn(file)
    let served: ServedFile | undefined

    return function openapi(_context, req, res) {
      served ??= servedFile(type, Buffer.from(JSON.stringify(inForce(shipped, gateway, info))))
      return sendFile(req, res, served, headers)
    }
  },
})

export const { version, policies, schema, init } = definePlugin(openapi)
