import { entityTag, isHeld } from '../kit/entity-tag.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { documentIn } from './document-file.js'
import { inForce } from './in-force.js'

interface Params {
  file: string
}

/** Tells what the API is, as an OpenAPI document with the limits of this gateway. */
const openapi = definePolicy<Params>({
  name: 'openapi',
  params: {
    file: {
      type: 'string',
      minLength: 1,
      description: 'Path of the OpenAPI document that is shipped with the product, openapi.json beside this file.',
    },
  },
  required: ['file'],
  role: 'answer',
  create({ file }, { routing = {} }) {
    const shipped = documentIn(file)
    let served: { text: string; tag: string } | undefined

    return function openapi(context, req, res) {
      served ??= tagged(JSON.stringify(inForce(shipped, routing)))
      const headers = { ETag: served.tag, 'Cache-Control': 'no-cache' }
      if (isHeld(served.tag, req.headers['if-none-match'])) {
        context.result = { status: 304, data: undefined, headers }
        return undefined
      }
      // Tools read the document itself, not an envelope around it
      res.writeHead(200, {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(served.text),
      })
      res.end(served.text)
      return 'answered'
    }
  },
})

function tagged(text: string): { text: string; tag: string } {
  return { text, tag: entityTag(text) }
}

export const { version, policies, schema, init } = definePlugin(openapi)
