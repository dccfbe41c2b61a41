import { parseArgs } from 'node:util'
import { askSecret } from './ask-secret.js'
import { ask } from './operator-client.js'

const usage = `usage: npm run users -- add EMAIL NAME [--role ROLE]   the password is asked, or read from standard input
       npm run users -- list
       npm run users -- disable | enable | reset-password USER
       npm run keys -- list [USER]
       npm run keys -- revoke ID
       npm run keys -- rotate ID [--grace SECONDS]
       npm run keys -- signing [list | rotate | withdraw KID]
USER is an id or an e-mail address. --json prints the data as JSON.`

/** What a command answers with: rows for a table, or one record. */
type Output = Record<string, unknown> | Record<string, unknown>[]

interface Options {
  role?: string
  grace?: string
}

interface Command {
  /** Fewest and most arguments. */
  takes: [number, number]
  run(args: string[], options: Options): Promise<Output>
  /** What the table shows; everything by default. */
  columns?: string[]
}

const user = (name: string) => `/internal/users/${encodeURIComponent(name)}`
const key = (id: string) => `/internal/api-keys/${encodeURIComponent(id)}`
const signing = '/internal/signing-keys'
const signingCalls = new Map([
  ['list', ['GET', signing]],
  ['rotate', ['POST', `${signing}/rotate`]],
])

const commands: Record<string, Command> = {
  'users add': {
    takes: [2, 2],
    async run([email, name], { role }) {
      const password = await askSecret('Password')
      return ask('POST', '/internal/users', { email, name, password, ...(role === undefined ? {} : { role }) })
    },
  },
  'users list': { takes: [0, 0], run: async () => (await ask<{ users: Output }>('GET', '/internal/users')).users },
  'users disable': { takes: [1, 1], run: ([name]) => ask('POST', `${user(name!)}/disable`) },
  'users enable': { takes: [1, 1], run: ([name]) => ask('POST', `${user(name!)}/enable`) },
  'users reset-password': {
    takes: [1, 1],
    run: async ([name]) => ask('POST', `${user(name!)}/password`, { password: await askSecret('New password') }),
  },
  'keys list': {
    takes: [0, 1],
    async run([name]) {
      const query = name === undefined ? '' : `?user=${encodeURIComponent(name)}`
      return (await ask<{ keys: Output }>('GET', `/internal/api-keys${query}`)).keys
    },
    columns: ['id', 'ownerId', 'name', 'prefix', 'state', 'expiresAt', 'lastUsedAt'],
  },
  'keys revoke': { takes: [1, 1], run: ([id]) => ask('POST', `${key(id!)}/revoke`) },
  'keys rotate': {
    takes: [1, 1],
    run: ([id], { grace = '0' }) => ask('POST', `${key(id!)}/rotate`, { graceSeconds: Number(grace) }),
  },
  'keys signing': {
    takes: [0, 2],
    async run([action = 'list', kid]) {
      const [method, path] = signingCalls.get(action) ?? []
      if (action === 'withdraw' && kid !== undefined)
        return signingKeys('DELETE', `${signing}/${encodeURIComponent(kid)}`)
      if (method === undefined || path === undefined || kid !== undefined) throw new Misuse()
      return signingKeys(method, path)
    },
  },
}

async function signingKeys(method: string, path: string): Promise<Output> {
  return (await ask<{ keys: Output }>(method, path)).keys
}

class Misuse extends Error {}

async function main(): Promise<void> {
  const { command, args, options, json } = understood(process.argv.slice(2))
  const output = await command.run(args, options)
  if (json) console.log(JSON.stringify(output, undefined, 2))
  else console.table(output, command.columns)
}

/** @throws Misuse for anything that is not in the usage. */
function understood(argv: string[]) {
  let parsed: { values: Options & { json?: boolean }; positionals: string[] }
  try {
    const text = { type: 'string' } as const
    const options = { role: text, grace: text, json: { type: 'boolean' } } as const
    parsed = parseArgs({ args: argv, options, allowPositionals: true })
  } catch {
    throw new Misuse()
  }
  const [noun = '', verb = '', ...args] = parsed.positionals
  const name = `${noun} ${verb}`
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || args.length < command.takes[0] || args.length > command.takes[1]) throw new Misuse()
  const { json = false, ...options } = parsed.values
  return { command, args, options, json }
}

main().catch((error: Error) => {
  const isMisuse = error instanceof Misuse
  console.error(isMisuse ? usage : error.message)
  process.exit(isMisuse ? 2 : 1)
})
