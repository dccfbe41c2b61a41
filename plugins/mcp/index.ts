import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../../kit/api/body.js'
import type { Result } from '../../kit/api/envelope.js'
import { ApiError } from '../../kit/api/errors.js'
import { parseUnambiguous, stringifyExact } from '../../kit/api/json.js'
import { parseUrl } from '../../kit/config/texts.js'
import { anonymousPlan } from '../../kit/credentials/plans.js'
import { isLoopback } from '../../kit/http/address.js'
import { isTooDeep } from '../kit/nesting.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { reportCost } from '../kit/report-cost.js'
import { byPlan, plansIn } from '../kit/rules/by-plan.js'
import { formMistakes } from '../kit/rules/mistakes.js'
import { backendsOf, rulesParam, type SearchRulesParams } from '../kit/rules/params.js'
import { unknownFieldAdvice } from '../kit/rules/unknown-fields.js'
import { type Reply, replyTo } from './protocol.js'
import { describeMistakes, failed, type ToolResult } from './tool.js'
import { checkTools, makeTools } from './tools.js'

/** Parameters of a step. */
export interface McpParams {
  rules: SearchRulesParams
  searchRules?: SearchRulesParams
  freeSearch: boolean
}

/** Answers MCP clients; the search that a tool needs is left to the steps behind it. */
export const mcp = definePolicy<McpParams, 'caller' | 'authorized'>({
  name: 'mcp',
  params: {
    rules: rulesParam('Parameters of the search rules that validate the search templates.'),
    searchRules: rulesParam(
      'Parameters of the search rules for describe_fields and the free search. Default: ' +
        'neither is a tool.',
    ),
    freeSearch: {
      type: 'boolean',
      default: false,
      more: 'allows',
      description: 'Whether any valid search is a tool too. It needs searchRules.',
    },
  },
  required: ['rules'],
  provides: ['search'],
  place: { needs: ['caller', 'authorized'], servesAnonymous: true },
  isCheckPure: true,
  check({ rules, searchRules, freeSearch }, gateway) {
    if (freeSearch && !searchRules) {
      const message = 'free searches have no rules'
      const remedy = 'add searchRules, an alias of the rules of the search'
      return [{ path: ['freeSearch'], rule: 'missing-parameter', message, remedy }]
    }
    const mistakes = [
      ...formMistakes(rules, ['rules']),
      ...(searchRules ? formMistakes(searchRules, ['searchRules']) : []),
    ]
    return mistakes.length > 0 ? mistakes : checkTools(rules, gateway)
  },
  backends: ({ rules, searchRules }) => ({
    ...backendsOf(rules),
    advice: async () => [
      ...(await unknownFieldAdvice(rules, ['rules'])),
      ...(searchRules ? await unknownFieldAdvice(searchRules, ['searchRules']) : []),
    ],
  }),
  create(params) {
    const plans = [...plansIn(params.rules, params.searchRules), anonymousPlan]
    const toolsFor = byPlan(plans, (plan) => makeTools(params, plan))

    return async function mcp(context, req, res) {
      if (isOfOtherPage(req, res)) throw new ApiError('FORBIDDEN', otherPage)
      const read = messageIn(await readBody(req, context.maxBodyBytes))
      const reply =
        'refusal' in read
          ? read.refusal
          : await replyTo(read.message, req.headers, toolsFor(context.caller.plan))
      const { called } = reply
      if (!called) context.result = resultOf(reply)
      else if ('result' in called) context.result = resultOf(reply, called.result)
      else {
        context.search = called.searchFor((make) => resultOf(reply, kept(make)))
        reportCost(res, context.search)
      }
      return undefined
    }
  },
})

/**
 * A page in a browser may not call unless `cors` of the YAML names its origin, or this machine
 * served it under the same host and port: browsers send the requests of other pages too, and only
 * hide the answers. A name that somebody resolves to this machine (DNS rebinding) is none of its own.
 */
function isOfOtherPage({ headers }: IncomingMessage, res: ServerResponse): boolean {
  const { origin, host } = headers
  if (origin === undefined || res.hasHeader('Access-Control-Allow-Origin')) return false
  const page = parseUrl(origin)
  return page === undefined || page.host !== host || !isLoopback(page.hostname)
}

const otherPage = '"cors" of gateway.config.yml does not name the origin of this page'

/** The message of a body, or the reply to a body that is none. */
function messageIn(text: string): { message: unknown } | { refusal: Reply } {
  const parsed = parseUnambiguous(text)
  if ('problem' in parsed)
    return { refusal: refusal(-32700, `Parse error: the request body ${parsed.problem}`) }
  const { value: message } = parsed
  if (isTooDeep(message))
    return { refusal: refusal(-32600, 'Invalid request: the message is nested too deep') }
  if (!Array.isArray(message)) return { message }
  return { refusal: refusal(-32600, 'Invalid request: send one message, not a batch') }
}

function refusal(code: number, message: string): Reply {
  return { status: 400, body: { jsonrpc: '2.0', id: null, error: { code, message } } }
}

/** The answer of the call, with the result of its tool, if any. */
function resultOf({ status, body }: Reply, ofTool?: ToolResult): Result {
  const whole = ofTool ? { ...body, result: { ...(body?.result as object), ...ofTool } } : body
  const json = whole === undefined ? [] : [Buffer.from(stringifyExact(whole))]
  return { status, json, isWhole: true }
}

/** A refusal of a tool is a result too, which the model of a caller reads. */
function kept(make: () => ToolResult): ToolResult {
  try {
    return make()
  } catch (error) {
    if (error instanceof ApiError) return failed(describeMistakes(error))
    throw error
  }
}

export const { version, policies, schema, init } = definePlugin(mcp)
