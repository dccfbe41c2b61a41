import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { call } from './call.js'
import { median } from './latencies.js'
import { startAuthService } from './running.js'

/**
 * Whether the time or the answer of a sign-up and of a recovery shows that an address is known, and
 * how many sign-ups of one IPv6 /64 are accepted. `node dist/bench/sign-up.js [tries]`; no mail is
 * sent, since no server is there.
 */
const tries = Number(process.argv[2] ?? 2000)
const networkTries = 10_000

const settings = {
  PUBLIC_URL: 'http://localhost:8080',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'directory@example.org',
  LOG_LEVEL: 'silent',
}

/** A copy of the configuration with sign-up open, and these limits. */
function configWith(limits: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-config-'))
  cpSync('config', folder, { recursive: true })
  const file = join(folder, 'auth-service.config.yml')
  const text = readFileSync(file, 'utf8')
  const accounts = text.indexOf('accounts:\n')
  writeFileSync(file, `${text.slice(0, accounts)}accounts: { signUp: open, ${limits} }\n`)
  return folder
}

/** An answer to the byte, without what each answer has of its own. */
async function answerTo(url: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.body.text()
  const head = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
  return [answer.statusCode, ...head, text]
    .join('\n')
    .replace(/^(date|x-request-id): .*$/gm, '$1')
    .replace(/"requestId":"[^"]+","timestamp":"[^"]+"/, '')
}

async function timings(): Promise<void> {
  const folder = configWith('maxPerNetwork: 1000000, maxPerRecipient: 1000000, maxPending: 1000000')
  const service = await startAuthService({ ...settings, CONFIG_DIR: folder })
  const { url } = service.addresses
  const password = 'velvet-anchor-tulip'
  for (const name of ['register', 'recover']) {
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = { known: new Set<string>(), unknown: new Set<string>() }
    // in turns, so that both meet the same machine and the same growing store
    for (let i = 0; i < tries; i++) {
      for (const kind of i % 2
        ? (['known', 'unknown'] as const)
        : (['unknown', 'known'] as const)) {
        const email = kind === 'known' ? service.admin.email : `other${i}@example.org`
        const body = name === 'register' ? { email, name: 'Someone', password } : { email }
        const began = performance.now()
        const answer = await answerTo(`${url}/api/v1/auth/${name}`, body)
        times[kind].push(performance.now() - began)
        answers[kind].add(answer)
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const percent = 100 * (known / unknown - 1)
    console.log(
      `${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ` +
        `${percent.toFixed(1)} % (medians of ${tries})`,
    )
    const all = [...new Set([...answers.known, ...answers.unknown])]
    const isEqual = all.length === 1 && answers.known.size === answers.unknown.size
    console.log(isEqual ? `${name}: all answers are equal to the byte` : 'ANSWERS DIFFER:')
    if (!isEqual) console.log(...all)
  }
  await service.stop()
  rmSync(folder, { recursive: true })
}

async function network(): Promise<void> {
  const folder = configWith('maxPerNetwork: 20')
  const service = await startAuthService({ ...settings, CONFIG_DIR: folder })
  const { url } = service.addresses
  const statuses = new Map<number, number>()
  for (let i = 0; i < networkTries; i++) {
    const body = { email: `x${i}@example.org`, name: 'Someone', password: 'velvet-anchor-tulip' }
    const from = `2001:db8::${(i + 1).toString(16)}`
    const { status } = await call(`${url}/api/v1/auth/register`, { from, body })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  console.log(`${networkTries} sign-ups of one /64, of which 20 are allowed:`, [...statuses])
  await service.stop()
  rmSync(folder, { recursive: true })
}

await timings()
await network()
