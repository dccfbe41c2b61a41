import { accessOf } from '../../kit/elasticsearch/access.js'
import { searches } from '../../kit/usage/searches.js'
import { toCallerError } from '../kit/engine/failure.js'
import { openEngine } from '../kit/engine/open.js'
import { type SearchParams, searchParam } from '../kit/engine/params.js'
import { accessMistakes, accessNames } from '../kit/engine-access.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { Cursors } from './cursor.js'
import { prepareExport } from './exported.js'
import { formatFor } from './format.js'
import { Pages } from './pages.js'
import { firstPart, renderRows } from './rows.js'
import { enterExports } from './running.js'
import { makeHead, sendRows } from './send.js'

const answered = 'answered' as const

/** Parameters of the policy, as in the YAML. */
interface ExportParams {
  search: SearchParams
  credentials: { serviceSecret: string }
  atOnce: number
  pageHits: number
  keepAliveSeconds: number
  uniqueField: string
}

/** Answers with all hits of a search, row by row, of one point in time. */
const exportRows = definePolicy<ExportParams, 'caller' | 'search'>({
  name: 'export',
  params: {
    search: searchParam('exports share with searches.'),
    credentials: {
      type: 'object',
      description:
        'Parameters of a step authenticate, by an alias (*credentials): cursors are signed with a ' +
        'key derived from its serviceSecret, so that gateways which share it accept each other’s.',
      properties: {
        serviceSecret: { type: 'string', minLength: 1, description: 'As of authenticate.' },
      },
      required: ['serviceSecret'],
    },
    atOnce: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 2,
      description: 'Maximum number of concurrent exports of one owner, over all processes.',
    },
    pageHits: {
      type: 'integer',
      minimum: 1,
      maximum: 9999,
      default: 2000,
      description: 'Rows in a page. Memory contains two pages of each export.',
    },
    keepAliveSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 3600,
      default: 60,
      description:
        'How long the engine keeps the point in time of an export while its client reads nothing.',
    },
    uniqueField: {
      type: 'string',
      minLength: 1,
      default: 'id',
      description: 'A sortable field with exactly one value in each document.',
    },
  },
  required: ['search', 'credentials'],
  role: 'answer',
  place: { needs: ['caller', 'search'] },
  check: ({ search }) => accessMistakes(search, ['search']),
  backends: ({ search }) => ({ engine: accessOf(search, accessNames) }),
  create(params, { gateway }) {
    const { search, credentials, atOnce, pageHits, keepAliveSeconds, uniqueField } = params
    const { engine, queue } = openEngine(gateway, search)
    const reader = { engine, queue, timeoutMs: search.timeoutMs, pageHits, keepAliveSeconds }
    const cursors = new Cursors(credentials.serviceSecret)

    return async function exportRows(context, req, res) {
      const { search: request, caller } = context
      res.appendHeader('Vary', 'Accept, Accept-Encoding')
      const format = formatFor(req, request)
      const exported = prepareExport(request, uniqueField, format.fields)
      const after = cursors.sentIn(req, exported.digest)
      const head = makeHead(req, request.index, format)
      if (req.method === 'HEAD') {
        res.writeHead(200, head).end()
        return answered
      }
      await enterExports(caller.ownerId, atOnce, res)
      if (res.destroyed) return answered
      const pages = new Pages(reader, { owner: caller.ownerId, trace: context }, request, exported)
      const { sent, ended } = searches.begin(context, () => pages.cancel())
      sent()
      res.once('close', () => {
        ended()
        void pages.close()
      })
      try {
        const first = await firstPart(pages, after, context)
        const isResumed = after !== undefined
        const rows = renderRows(context, res, first, {
          pages,
          exported,
          format,
          cursors,
          isResumed,
        })
        await sendRows(res, head, rows)
        return answered
      } catch (error) {
        if (res.destroyed) return answered
        throw toCallerError(error, search)
      }
    }
  },
})

export const { version, policies, schema, init } = definePlugin(exportRows)
