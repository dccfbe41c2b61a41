import { storeNames } from '../../../auth-service/store/open.js'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { runCommand } from '../../support/command.js'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

/** Runs the command beside the running service. */
function run(args: string[], { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {}) {
  return runCommand(args, { DATA_DIR: auth.dataDir, AUTH_INTERNAL_URL: auth.internalUrl, ...env }, { input })
}
const json = async (args: string[], input?: string) => {
  const { code, out, err } = await run([...args, '--json'], input === undefined ? {} : { input })
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

test('users are added, listed, disabled, enabled; passwords come by standard input', async () => {
  const added = await json(['users', 'add', 'ada@example.org', 'Ada Lovelace', '--role', 'admin'], `${password}\n`)
  expect(added).toMatchObject({ email: 'ada@example.org', name: 'Ada Lovelace', role: 'admin', disabled: false })
  expect(await json(['users', 'list'])).toContainEqual(added)
  await auth.login('ada@example.org')
  expect((await json(['users', 'disable', 'ada@example.org'])).disabled).toBe(true)
  await expect(auth.login('ada@example.org')).rejects.toThrow()
  expect((await json(['users', 'enable', String(added.id)])).disabled).toBe(false)
  await json(['users', 'reset-password', 'ada@example.org'], newPassword)
  await auth.login('ada@example.org', newPassword)
  expect((await json(['users', 'list'])).map(({ email }: { email: string }) => email)).toContain('ada@example.org')
  const { out } = await run(['users', 'list'])
  expect(out).toContain('ada@example.org')
  expect(out).not.toContain('argon2')
})

test('the service is found at the port that it was given, without its URL', async () => {
  const { port } = new URL(auth.internalUrl)
  const { code, out } = await run(['users', 'list'], { env: { AUTH_INTERNAL_URL: '', AUTH_INTERNAL_PORT: port } })
  expect([code, out]).toEqual([0, expect.stringContaining('admin@example.org')])
})

test('keys are listed, rotated, revoked; signing keys rotate', async () => {
  const { accessToken } = await auth.login()
  const key = { name: 'integration' }
  const { id } = (await auth.request.post('/api/v1/api-keys').auth(accessToken, { type: 'bearer' }).send(key)).body.data
  expect((await json(['keys', 'list', 'demo@example.org'])).map((row: { id: string }) => row.id)).toEqual([id])
  const successor = await json(['keys', 'rotate', id, '--grace', '60'])
  expect(successor).toMatchObject({ rotatedFrom: id, key: expect.stringMatching(/^npd_/) })
  expect((await json(['keys', 'revoke', successor.id])).state).toBe('revoked')
  const [before] = await json(['keys', 'signing'])
  const [current, old] = await json(['keys', 'signing', 'rotate'])
  expect([old.kid, old.retiredAt, current.retiredAt]).toEqual([before.kid, expect.any(String), null])
  expect(await json(['keys', 'signing', 'withdraw', old.kid])).toEqual([current])
})

describe('misuse: what is wrong, then how the command is used', () => {
  const add = 'usage: npm run users -- add EMAIL NAME [--role ROLE]'
  const rotate = 'usage: npm run keys -- rotate ID [--grace SECONDS]'
  const users = `${add}
       npm run users -- list
       npm run users -- disable USER
       npm run users -- enable USER
       npm run users -- reset-password USER`
  const signing = `usage: npm run keys -- signing
       npm run keys -- signing list
       npm run keys -- signing rotate
       npm run keys -- signing withdraw KID`
  const store = `usage: npm run store -- backup FILE
       npm run store -- restore FILE
       npm run store -- copy --to STORE`
  const copy = 'usage: npm run store -- copy --to STORE'
  const cases: [string[], string, string][] = [
    [['users'], 'a command is missing', users],
    [['users', 'delete', '1'], 'there is no such command', users],
    [['users', '__proto__'], 'there is no such command', users],
    [['users', 'constructor'], 'there is no such command', users],
    [['users', 'add'], 'EMAIL and NAME are missing', add],
    [['users', 'add', 'x@example.org'], 'NAME is missing', add],
    [['users', 'add', '', 'X'], 'EMAIL is missing', add],
    [
      ['users', 'add', 'x@example.org', 'Ada', 'Lovelace'],
      'there are too many arguments; put one that has spaces into quotes',
      add,
    ],
    [['users', 'add', 'x@example.org', 'X', '--role'], '--role takes the name of a role', add],
    [['users', 'add', 'x@example.org', 'X', '--role='], '--role takes the name of a role', add],
    [['users', 'add', 'x@example.org', 'X', `--password=${password}`], 'there is no such option', add],
    [['users', 'list', '--constructor=1'], 'there is no such option', 'usage: npm run users -- list'],
    [['users', 'list', '--role', 'admin'], 'there is no such option', 'usage: npm run users -- list'],
    [['users', 'list', '--json=yes'], '--json takes no value', 'usage: npm run users -- list'],
    [['users', 'disable'], 'USER is missing', 'usage: npm run users -- disable USER'],
    [['users', 'reset-password'], 'USER is missing', 'usage: npm run users -- reset-password USER'],
    [
      ['keys', 'list', 'a', 'b'],
      'there are too many arguments; put one that has spaces into quotes',
      'usage: npm run keys -- list [USER]',
    ],
    [['keys', 'revoke'], 'ID is missing', 'usage: npm run keys -- revoke ID'],
    [['keys', 'rotate', 'x', '--grace', 'long'], '--grace takes a whole number of seconds', rotate],
    [['keys', 'rotate', 'x', '--grace', '-1'], '--grace takes a whole number of seconds', rotate],
    [['keys', 'signing', 'forget'], 'there is no such command', signing],
    [['keys', 'signing', 'constructor'], 'there is no such command', signing],
    [['store'], 'a command is missing', store],
    [['store', 'backup'], 'FILE is missing', 'usage: npm run store -- backup FILE'],
    [['store', 'copy'], '--to is missing', copy],
    [['store', 'copy', 'elasticsearch'], 'there are too many arguments; put one that has spaces into quotes', copy],
    [['store', 'copy', '--to', 'redis'], `--to takes ${storeNames.join(' or ')}`, copy],
    [['keys', 'signing', 'withdraw'], 'KID is missing', 'usage: npm run keys -- signing withdraw KID'],
  ]
  test.each(cases)('%j', async (args, message, usage) => {
    const { code, out, err } = await run(args, { env: { AUTH_INTERNAL_URL: 'http://127.0.0.1:9' } })
    expect([code, out]).toEqual([2, ''])
    const [told, ...rest] = err.trimEnd().split('\n')
    const [shown = '', notes] = rest.join('\n').split('\n\n')
    expect({ told, shown, hasNotes: notes !== undefined }).toEqual({
      told: message,
      shown: usage,
      hasNotes: usage.includes('\n'),
    })
    expect(err).not.toContain(password)
  })
})

describe('says what is wrong', () => {
  const cases: [string, string[], { input?: string; env?: NodeJS.ProcessEnv }, number, string][] = [
    ['a weak password', ['users', 'add', 'x@example.org', 'X'], { input: 'password1234\n' }, 1, 'too easy to guess'],
    ['no password', ['users', 'add', 'x@example.org', 'X'], {}, 1, 'password must not be empty'],
    ['an unknown user', ['users', 'disable', 'nobody@example.org'], {}, 1, 'There is no such user'],
    ['an unknown key', ['keys', 'revoke', 'x'], {}, 1, 'There is no such API key'],
    ['a grace that is too long', ['keys', 'rotate', 'x', '--grace', '604801'], {}, 1, 'graceSeconds must be at most'],
    ['no service', ['users', 'list'], { env: { AUTH_INTERNAL_URL: 'http://127.0.0.1:9' } }, 1, 'does not answer at'],
    ['no secret', ['users', 'list'], { env: { DATA_DIR: temporaryFolder() } }, 1, 'there is no operator secret'],
    [
      'a DATA_DIR that is a file',
      ['users', 'list'],
      { env: { DATA_DIR: __filename } },
      1,
      'DATA_DIR must name a folder',
    ],
    [
      'a wrong secret',
      ['users', 'list'],
      { env: { OPERATOR_SECRET: 'w'.repeat(32) } },
      1,
      'The secret is not accepted',
    ],
    ['a short secret', ['users', 'list'], { env: { OPERATOR_SECRET: 'wrong' } }, 1, 'has fewer than 32 characters'],
  ]
  test.each(cases)('%s', async (_name, args, options, status, text) => {
    const { code, out, err } = await run(args, options)
    expect([code, err]).toEqual([status, expect.stringContaining(text)])
    expect(out + err).not.toContain(password)
  })
})
