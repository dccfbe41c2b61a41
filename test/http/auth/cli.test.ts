import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeNames } from '../../../auth-service/store/open.js'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { runCommand, runCommandProcess } from '../../support/command.js'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const settings = () => ({ DATA_DIR: auth.dataDir, AUTH_INTERNAL_URL: auth.internalUrl })
/** Runs the command next to the running service. */
const run = (args: string[], { input = '', env = {} as NodeJS.ProcessEnv } = {}) =>
  runCommand(args, { ...settings(), ...env }, { input })
const json = async (args: string[], input = '') => {
  const { code, out, err } = await run([...args, '--json'], { input })
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}
const idsOf = (rows: { id: unknown }[]) => rows.map(({ id }) => id)
const mint = async (email?: string) => {
  const { accessToken } = await auth.login(email)
  const made = await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' }).expect(201)
  return made.body.data
}

test('as processes of their own: password by standard input, output, exit codes', async () => {
  const add = ['users', 'add', 'process@example.org', 'Process', '--json']
  const added = await runCommandProcess(add, settings(), { input: `${password}\n` })
  expect(added).toMatchObject({ code: 0, err: '' })
  expect(await auth.login('process@example.org')).toMatchObject({
    user: { id: JSON.parse(added.out).id },
  })
  const wrong = await runCommandProcess(['keys', 'revoke'], settings())
  const err = 'KEY is missing\nusage: npm run keys -- revoke KEY\n'
  expect(wrong).toEqual({ code: 2, out: '', err })
})

test('users are added, listed, disabled, enabled; passwords come by standard input', async () => {
  const add = ['users', 'add', 'ada@example.org', 'Ada Lovelace', '--role', 'admin']
  const added = await json(add, `${password}\n`)
  const facts = { email: 'ada@example.org', name: 'Ada Lovelace', role: 'admin', disabled: false }
  expect(added).toMatchObject(facts)
  expect(await json(['users', 'list'])).toContainEqual(added)
  await auth.login('ada@example.org')
  expect((await json(['users', 'disable', 'ada@example.org'])).disabled).toBe(true)
  await expect(auth.login('ada@example.org')).rejects.toThrow()
  expect((await json(['users', 'enable', String(added.id)])).disabled).toBe(false)
  await json(['users', 'reset-password', 'ada@example.org'], newPassword)
  await auth.login('ada@example.org', newPassword)
})

describe('users of a CSV file', () => {
  const file = join(folder, 'users.csv')
  const imported = async (text: string) => {
    writeFileSync(file, text)
    const { code, out, err } = await run(['users', 'import', file, '--json'])
    return code === 0 ? JSON.parse(out) : err
  }
  const text =
    '\uFEFFEmail,name,role,plan\r\n"cy@example.org","Young, Cy",admin,\r\nbo@example.org,Bo,,none\r\n'
  const rows = (...outcomes: string[]) =>
    ['cy@example.org', 'bo@example.org'].map((email, i) => ({
      line: i + 2,
      email,
      outcome: outcomes[i],
    }))

  test('they are created without a password, changed, and found by list; once more changes nothing', async () => {
    expect(await imported(text)).toEqual(rows('created', 'created'))
    expect(await imported(text)).toEqual(rows('unchanged', 'unchanged'))
    expect(await imported(text.replace('admin', 'user'))).toEqual(rows('changed', 'unchanged'))
    expect(await imported(text.replace(',admin', ','))).toEqual(rows('unchanged', 'unchanged'))
    await expect(auth.login('bo@example.org')).rejects.toThrow('AUTHENTICATION_REQUIRED')
    await json(['users', 'reset-password', 'bo@example.org'], newPassword)
    await auth.login('bo@example.org', newPassword)
    const emails = async (...options: string[]) =>
      (await json(['users', 'list', ...options])).map(({ email }: { email: string }) => email)
    expect(await emails('--search', 'young')).toEqual(['cy@example.org'])
    expect(await emails('--search', 'BO@', '--role', 'user')).toEqual(['bo@example.org'])
    expect(await emails('--search', 'bo@', '--role', 'admin')).toEqual([])
    expect(await emails('--plan', 'gold')).toEqual([])
    expect(await emails('--role', 'admin', '--plan', 'default')).toContain('admin@example.org')
  })

  test('every mistake is reported with its line, and nothing is done', async () => {
    const lines = [
      'email,name,role,plan',
      'new@example.org,New,,',
      'nowhere,N,,',
      'x@example.org,,boss,silver',
      'NEW@example.org,Again,,',
      'short@example.org',
      'y@example.org,Y,boss,',
      'z@example.org,Z,,silver',
    ]
    const err = await imported(lines.join('\n'))
    expect(err.trimEnd().split('\n').sort()).toEqual([
      'line 3: email must be an e-mail address, such as name@example.org',
      'line 4: name must not be empty',
      'line 5: the user of line 2 again',
      'line 6: there are 1 fields, not 4',
      'line 7: role must be one of user, admin',
      'line 8: plan must be one of default',
      'nothing was done: correct the file, and try again',
    ])
    expect(await json(['users', 'list', '--search', 'new@'])).toEqual([])
  })

  test.each([
    ['email,nam\n', 'line 1: unknown column: meant is name'],
    ['email,role\n', 'line 1: the column name is missing'],
    ['email,name\n"x', 'line 2: a quote does not end, or the line is too long'],
  ])('%j is refused', async (text, says) => {
    expect(await imported(text)).toContain(says)
  })
})

test('the service is found at the port that it was given, without its URL', async () => {
  const { port } = new URL(auth.internalUrl)
  const env = { AUTH_INTERNAL_URL: '', AUTH_INTERNAL_PORT: port }
  const { code, out } = await run(['users', 'list'], { env })
  expect([code, out]).toEqual([0, expect.stringContaining('admin@example.org')])
})

test('keys are listed, rotated, revoked, by id and by prefix', async () => {
  const { id } = await mint()
  expect(idsOf(await json(['keys', 'list', 'demo@example.org']))).toEqual([id])
  expect(await json(['keys', 'list', 'admin@example.org'])).toEqual([])
  const successor = await json(['keys', 'rotate', id, '--grace', '60'])
  expect(successor).toMatchObject({ rotatedFrom: id, key: expect.stringMatching(/^npd_/) })
  expect((await json(['keys', 'revoke', successor.id])).state).toBe('revoked')

  const key = await mint()
  const { out } = await run(['keys', 'list', 'demo@example.org'])
  expect(out).toContain(key.prefix)
  expect((await json(['keys', 'rotate', key.prefix, '--grace', '60'])).rotatedFrom).toBe(key.id)
  // one that leaked, as it was found
  expect((await json(['keys', 'revoke', key.key])).id).toBe(key.id)
})

test('signing keys are listed, rotated and withdrawn', async () => {
  const [before] = await json(['keys', 'signing'])
  const [current, old] = await json(['keys', 'signing', 'rotate'])
  expect([old.kid, current.state, old.state]).toEqual([before.kid, 'signing', 'verifying'])
  expect([old.retiredAt, current.retiredAt]).toEqual([expect.any(String), null])
  const { out } = await run(['keys', 'signing', 'rotate'])
  expect(out).toContain('signs new tokens from now on')
  const left = await json(['keys', 'signing', 'withdraw', old.kid])
  expect(left.map(({ kid }: { kid: string }) => kid)).toEqual([expect.any(String), current.kid])
  await json(['keys', 'signing', 'withdraw', current.kid])
  expect(await json(['keys', 'signing', 'list'])).toMatchObject([{ state: 'signing' }])
})

test.each(['1e0', ' 1', '01', '١'])('the user id %j names nobody', async (id) => {
  const err = 'There is no such user\n'
  expect(await run(['users', 'role', id, 'user'])).toEqual({ code: 1, out: '', err })
})

test('tables have a head; secrets are in none', async () => {
  const { out } = await run(['users', 'list'])
  const [head, first] = out.split('\n')
  expect(head).toMatch(/^ID +EMAIL +NAME +ROLE +PLAN +CREATED AT +DISABLED$/)
  expect(first).toMatch(/^1 +admin@example\.org +Administrator +admin +default +\S+Z +no$/)
  expect(out).not.toContain('argon2')
})

const nowhere = { env: { AUTH_INTERNAL_URL: 'http://127.0.0.1:9' } }

test.each([
  [['keys', '-h'], 8, 'npm run keys -- rotate KEY [--grace SECONDS] '],
  [['store', 'copy', '--help'], 1, 'npm run store -- copy --to STORE  writes all records'],
])('%j tells how it is used, with exit code 0', async (args, commands, says) => {
  const { code, out, err } = await run(args, nowhere)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n\n')[0]!.split('\n')).toHaveLength(commands)
  expect(out).toContain(says)
  expect(out).toContain('--json')
})

const noCommand = 'there is no such command'
const noOption = 'there is no such option'
const noGrace = '--grace takes a whole number of seconds'
test.each<[command: string, args: string[], says: string]>([
  ['users', [], 'a command is missing'],
  ['users', ['remove', '1'], noCommand],
  ['users', ['__proto__'], noCommand],
  ['users add', [], 'EMAIL and NAME are missing'],
  [
    'users add',
    ['x@example.org', 'Ada', 'Lovelace'],
    'there are too many arguments; quote arguments that contain spaces',
  ],
  ['users add', ['x@x.org', 'X', `--password=${password}`], noOption],
  ['users delete', ['1'], 'there is no terminal for the question: add --yes'],
  ['keys rotate', ['x', '--grace=-1'], noGrace],
  ['keys rotate', ['x', '--grace='], noGrace],
  ['keys rotate', ['x', '--grace=٦٠'], noGrace],
  ['store copy', [], '--to is missing'],
  ['store copy', ['--to', 'redis'], `--to takes ${storeNames.join(' or ')}`],
])('misuse of %s %j: what is wrong, then how it is used', async (command, typed, message) => {
  const { code, out, err } = await run([...command.split(' '), ...typed], nowhere)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(`${message}\nusage: npm run ${command.replace(' ', ' -- ')}`)
  expect(err).not.toContain(password)
})

test.each<[string[], { input?: string; env?: NodeJS.ProcessEnv }, string]>([
  [['users', 'add', 'x@x.org', 'X'], { input: 'password12345678\n' }, 'too easy to guess'],
  [['users', 'add', 'x@x.org', 'X'], {}, 'password must not be empty'],
  [['users', 'disable', 'nobody@example.org'], {}, 'There is no such user'],
  [['users', 'invite', 'x@example.org'], {}, 'Invitations are off'],
  [['users', 'list'], nowhere, 'does not answer at'],
  [['users', 'list'], { env: { DATA_DIR: folder } }, 'there is no operator secret'],
  [['users', 'list'], { env: { DATA_DIR: __filename } }, 'DATA_DIR must name a folder'],
  [['users', 'list'], { env: { OPERATOR_SECRET: 'w'.repeat(32) } }, 'The secret is not accepted'],
])('%j with %j says what is wrong', async (args, options, text) => {
  const { code, out, err } = await run(args, options)
  expect([code, err]).toEqual([1, expect.stringContaining(text)])
  expect(out + err).not.toContain(password)
})
