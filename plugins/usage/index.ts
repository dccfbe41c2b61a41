import { usageStore } from '../../kit/usage/open.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { usageRequest } from './parameters.js'
import { UsageReports } from './reports.js'

/** Answers with what the caller has used. */
const usage = definePolicy<object, 'caller'>({
  name: 'usage',
  params: {},
  role: 'answer',
  place: { needs: ['caller'] },
  create() {
    let reports: UsageReports | undefined
    return async function usage(context, req) {
      const request = usageRequest(req.url ?? '', Date.now())
      reports ??= new UsageReports(await usageStore())
      const { rows, totals } = await reports.of(context.caller, request)
      const { by, hours } = request
      const data = { by, ...hours, rows, totals }
      context.result = { data, headers: { 'Cache-Control': 'no-store' } }
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(usage)
