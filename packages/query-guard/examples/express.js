import { Client } from '@elastic/elasticsearch'
import { makeValidator } from 'elasticsearch-query-guard'
import express from 'express'

const client = new Client({ node: process.env.ELASTICSEARCH_URL ?? 'http://127.0.0.1:9200' })
const validate = makeValidator({
  indexPrefixes: ['organization-'],
  queries: { deny: ['wildcard', 'regexp'] },
  fields: { deny: ['internal.*'] },
  maxCost: 500,
})

const app = express()
app.post('/search', express.text({ type: 'application/json', limit: '1mb' }), async (req, res) => {
  const result = validate(req.body)
  if ('problems' in result) return res.status(400).json(result.problems)
  const { index, body, cost } = result.search
  const answer = await client.search({ index, ...JSON.parse(body) })
  return res.set('X-Query-Cost', String(cost.total)).json(answer)
})
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/search`)
})
