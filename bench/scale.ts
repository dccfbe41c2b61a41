import { loadavg } from 'node:os'
import { answerHelp } from '../kit/process/command.js'
import { amount } from './amount.js'
import { descendants } from './process-load.js'
import { readExtracts } from './relevance/extracts.js'
import { markdown } from './report.js'
import { startStack } from './running.js'
import { askAll, columns } from './scale/ask.js'
import { drawQuestions } from './scale/questions.js'
import { openRegister } from './scale/register.js'

answerHelp(`usage: npm run bench:scale
  loads organizations into a real Elasticsearch, makes them several times as many by copying the
  segments of each index, asks everyday questions as a visitor, and prints their times and the CPU
  of engine and gateway; needs a JDK 21 or later, Maven, and some 4 GB of memory (Linux)
environment:
  ORGANIZATIONS  folder of IRS extracts (*.csv.gz), whose organizations are repeated
  LOADED         how many are loaded (default 200000)
  TIMES          how often each segment is there then (default 8)
  CALLS          calls of each kind of question (default 20)`)

const [loaded, times, calls] = [amount('LOADED', 200_000), amount('TIMES', 8), amount('CALLS', 20)]

async function measure(folder: string): Promise<void> {
  const organizations = (await readExtracts(folder)).slice(0, loaded)
  const node = await openRegister(organizations, { loaded, times })
  const stack = await startStack({
    ELASTICSEARCH_URL: node.url,
    VISITOR_REQUESTS_PER_MINUTE: '100000000',
  })
  const gateway = descendants(stack.pid).find(({ name }) => name === 'the gateway')!.pid
  console.log(`${loaded * times} organizations, load ${loadavg()[0]!.toFixed(1)}`)
  const rows: string[][] = []
  for (const [name, paths] of Object.entries(drawQuestions(organizations))) {
    const urls = paths.map((path) => stack.addresses.gateway.url + path)
    rows.push([name, ...(await askAll(urls, calls, [node.pid, gateway]))])
  }
  console.log(markdown(columns, rows))
  await stack.stop()
  await node.stop()
}

const folder = process.env.ORGANIZATIONS
if (!folder) console.log('scale: ORGANIZATIONS names no folder of IRS extracts; nothing is asked')
else await measure(folder)
process.exit()
