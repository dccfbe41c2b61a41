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
import { runCommand } from '../../support/command.js'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

/** Runs the command next to the running service. */
function run(
  args: string[],
  { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
) {
  return runCommand(
    args,
    { DATA_DIR: auth.dataDir, AUTH_INTERNAL_URL: auth.internalUrl, ...env },
    { input },
  )
}
const json = async (args: string[], input?: string) => {
  const { code, out, err } = await run([...args, '--json'], input === undefined ? {} : { input })
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

test('users are added, listed, disabled, enabled; passwords come by standard input', async () => {
  const added = await json(
    ['users', 'add', 'ada@example.org', 'Ada Lovelace', '--role', 'admin'],
    `${password}\n`,
  )
  expect(added).toMatchObject({
    email: 'ada@example.org',
    name: 'Ada Lovelace',
    role: 'admin',
    disabled: false,
  })
  expect(await json(['users', 'list'])).toContainEqual(added)
  await auth.login('ada@example.org')
  expect((await json(['users', 'disable', 'ada@example.org'])).disabled).toBe(true)
  await expect(auth.login('ada@example.org')).rejects.toThrow()
  expect((await json(['users', 'enable', String(added.id)])).disabled).toBe(false)
  await json(['users', 'reset-password', 'ada@example.org'], newPassword)
  await auth.login('ada@example.org', newPassword)
  expect((await json(['users', 'list'])).map(({ email }: { email: string }) => email)).toContain(
    'ada@example.org',
  )
  const { out } = await run(['users', 'list'])
  expect(out).toContain('ada@example.org')
  expect(out).not.toContain('argon2')
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
    ['', 'the file has no line with the columns email, name, role, plan'],
    ['email,nam\n', 'line 1: unknown column: meant is name'],
    ['email,password\n', 'line 1: unknown column: the columns are email, name, role, plan'],
    ['email,name,email\n', 'line 1: the column email occurs twice'],
    ['email,role\n', 'line 1: the column name is missing'],
    ['email,name\n"x', 'line 2: a quote does not end, or the line is too long'],
  ])('%j is refused', async (text, says) => {
    expect(await imported(text)).toContain(says)
  })
})

test('the service is found at the port that it was given, without its URL', async () => {
  const { port } = new URL(auth.internalUrl)
  const { code, out } = await run(['users', 'list'], {
    env: { AUTH_INTERNAL_URL: '', AUTH_INTERNAL_PORT: port },
  })
  expect([code, out]).toEqual([0, expect.stringContaining('admin@example.org')])
})

/** `npm run test:engine`: the store is one that several services share. */
const isShared = process.env.TEST_ENGINE_URL !== undefined

test('keys are listed, rotated, revoked; signing keys rotate', async () => {
  const { accessToken } = await auth.login()
  const key = { name: 'integration' }
  const { id } = (
    await auth.request.post('/api/v1/api-keys').auth(accessToken, { type: 'bearer' }).send(key)
  ).body.data
  expect(
    (await json(['keys', 'list', 'demo@example.org'])).map((row: { id: string }) => row.id),
  ).toEqual([id])
  const successor = await json(['keys', 'rotate', id, '--grace', '60'])
  expect(successor).toMatchObject({ rotatedFrom: id, key: expect.stringMatching(/^npd_/) })
  expect((await json(['keys', 'revoke', successor.id])).state).toBe('revoked')
  const [before] = await json(['keys', 'signing'])
  const [current, old] = await json(['keys', 'signing', 'rotate'])
  // several services: published first
  const states = isShared ? ['next', 'signing'] : ['signing', 'verifying']
  expect([old.kid, current.state, old.state]).toEqual([before.kid, ...states])
  expect([old.retiredAt, current.retiredAt]).toEqual([isShared ? null : expect.any(String), null])
  const { out } = await run(['keys', 'signing', 'rotate'])
  expect(out).toContain(
    isShared ? 'is published now and signs new tokens from 20' : 'signs new tokens from now on',
  )
  const left = await json(['keys', 'signing', 'withdraw', old.kid])
  expect(left.map(({ kid }: { kid: string }) => kid)).toEqual([expect.any(String), current.kid])
  await json(['keys', 'signing', 'withdraw', current.kid])
  expect(await json(['keys', 'signing'])).toMatchObject([{ state: 'signing' }])
})

test('a role is set, a user deleted; the address can be used again, by another id', async () => {
  const { id } = await json(['users', 'add', 'eve@example.org', 'Eve'], `${password}\n`)
  const { accessToken } = await auth.login('eve@example.org')
  await auth.request
    .post('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
    .send({ name: 'one' })
    .expect(201)
  expect((await json(['users', 'role', 'eve@example.org', 'admin'])).role).toBe('admin')
  expect(await json(['users', 'delete', String(id), '--yes'])).toEqual({
    id,
    email: 'eve@example.org',
    keysRevoked: 1,
  })
  expect((await json(['users', 'list'])).map((row: { id: number }) => row.id)).not.toContain(id)
  const again = await json(['users', 'add', 'eve@example.org', 'Eve the second'], `${password}\n`)
  expect(again.id).toBeGreaterThan(id)
  expect(await json(['keys', 'list', 'eve@example.org'])).toEqual([])
})

test.each(['1e0', '0x1', ' 1', '1 ', '1.0', '01', '+1', '1_', '١'])(
  'the user id %j names nobody',
  async (id) => {
    const { code, out, err } = await run(['users', 'role', id, 'user'])
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'There is no such user\n' })
  },
)

test('a key is named by its prefix, too', async () => {
  const { accessToken } = await auth.login()
  const key = (
    await auth.request
      .post('/api/v1/api-keys')
      .auth(accessToken, { type: 'bearer' })
      .send({ name: 'p' })
  ).body.data
  const { out } = await run(['keys', 'list', 'demo@example.org'])
  expect(out).toContain(key.prefix)
  expect((await json(['keys', 'rotate', key.prefix, '--grace', '60'])).rotatedFrom).toBe(key.id)
  // one that leaked, as it was found
  expect((await json(['keys', 'revoke', key.key])).id).toBe(key.id)
})

test('tables have a head; names cannot write over a terminal', async () => {
  await json(['users', 'add', 'mallory@example.org', 'Mal\u001b[2Klory'], `${password}\n`).catch(
    () => undefined,
  )
  const { out } = await run(['users', 'list'])
  const [head, first] = out.split('\n')
  expect(head).toMatch(/^ID +EMAIL +NAME +ROLE +PLAN +CREATED AT +DISABLED$/)
  expect(first).toMatch(/^1 +admin@example\.org +Administrator +admin +default +\S+Z +no$/)
  expect(out).not.toContain('\u001b')
})

test.each([
  [['users', '--help'], 10, 'npm run users -- role USER ROLE '],
  [['keys', '-h'], 8, 'npm run keys -- rotate KEY [--grace SECONDS] '],
  [['store', 'copy', '--help'], 1, 'npm run store -- copy --to STORE  writes all records'],
  [['users', 'nonsense', '--help'], 10, 'npm run users -- delete USER [--yes] '],
])('%j tells how it is used, with exit code 0', async (args, commands, says) => {
  const { code, out, err } = await run(args, { env: { AUTH_INTERNAL_URL: 'http://127.0.0.1:9' } })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out.split('\n\n')[0]!.split('\n')).toHaveLength(commands)
  expect(out).toContain(says)
  expect(out).toContain('--json')
})

describe('misuse: what is wrong, then how the command is used', () => {
  const list = 'usage: npm run users -- list [--search TEXT] [--role ROLE] [--plan PLAN]'
  const add = 'usage: npm run users -- add EMAIL NAME [--role ROLE]'
  const rotate = 'usage: npm run keys -- rotate KEY [--grace SECONDS]'
  const remove = 'usage: npm run users -- delete USER [--yes]'
  const users = `${add}
       npm run users -- invite EMAIL [--role ROLE]
       npm run users -- list [--search TEXT] [--role ROLE] [--plan PLAN]
       npm run users -- import FILE
       npm run users -- role USER ROLE
       npm run users -- plan USER PLAN
       npm run users -- disable USER
       npm run users -- enable USER
       npm run users -- delete USER [--yes]
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
    [['users', 'remove', '1'], 'there is no such command', users],
    [['users', '__proto__'], 'there is no such command', users],
    [['users', 'constructor'], 'there is no such command', users],
    [['users', 'add'], 'EMAIL and NAME are missing', add],
    [['users', 'add', 'x@example.org'], 'NAME is missing', add],
    [['users', 'add', '', 'X'], 'EMAIL is missing', add],
    [
      ['users', 'add', 'x@example.org', 'Ada', 'Lovelace'],
      'there are too many arguments; quote arguments that contain spaces',
      add,
    ],
    [['users', 'add', 'x@example.org', 'X', '--role'], '--role takes the name of a role', add],
    [['users', 'add', 'x@example.org', 'X', '--role='], '--role takes the name of a role', add],
    [
      ['users', 'add', 'x@example.org', 'X', `--password=${password}`],
      'there is no such option',
      add,
    ],
    [['users', 'list', '--constructor=1'], 'there is no such option', list],
    [['users', 'list', '--grace', '5'], 'there is no such option', list],
    [['users', 'list', '--json=yes'], '--json takes no value', list],
    [['users', 'role', '1'], 'ROLE is missing', 'usage: npm run users -- role USER ROLE'],
    [['users', 'delete', '1'], 'there is no terminal for the question: add --yes', remove],
    [['users', 'delete', '1', '--yes=1'], '--yes takes no value', remove],
    [
      ['users', 'disable', '1', '--yes'],
      'there is no such option',
      'usage: npm run users -- disable USER',
    ],
    [['users', 'disable'], 'USER is missing', 'usage: npm run users -- disable USER'],
    [['users', 'reset-password'], 'USER is missing', 'usage: npm run users -- reset-password USER'],
    [
      ['keys', 'list', 'a', 'b'],
      'there are too many arguments; quote arguments that contain spaces',
      'usage: npm run keys -- list [USER]',
    ],
    [['keys', 'revoke'], 'KEY is missing', 'usage: npm run keys -- revoke KEY'],
    [['keys', 'rotate', 'x', '--grace', 'long'], '--grace takes a whole number of seconds', rotate],
    ...['-1', '', '010', '0x10', '1e3', '+5', ' 60', '60 ', '1.0', '1_000', '60s', '٦٠'].map(
      (grace): [string[], string, string] => [
        ['keys', 'rotate', 'x', `--grace=${grace}`],
        '--grace takes a whole number of seconds',
        rotate,
      ],
    ),
    [['keys', 'signing', 'forget'], 'there is no such command', signing],
    [['keys', 'signing', 'constructor'], 'there is no such command', signing],
    [['store'], 'a command is missing', store],
    [['store', 'backup'], 'FILE is missing', 'usage: npm run store -- backup FILE'],
    [['store', 'copy'], '--to is missing', copy],
    [
      ['store', 'copy', 'elasticsearch'],
      'there are too many arguments; quote arguments that contain spaces',
      copy,
    ],
    [['store', 'copy', '--to', 'redis'], `--to takes ${storeNames.join(' or ')}`, copy],
    [
      ['keys', 'signing', 'withdraw'],
      'KID is missing',
      'usage: npm run keys -- signing withdraw KID',
    ],
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
    [
      'a weak password',
      ['users', 'add', 'x@example.org', 'X'],
      { input: 'password12345678\n' },
      1,
      'too easy to guess',
    ],
    ['no password', ['users', 'add', 'x@example.org', 'X'], {}, 1, 'password must not be empty'],
    ['an unknown user', ['users', 'disable', 'nobody@example.org'], {}, 1, 'There is no such user'],
    [
      'an unknown role',
      ['users', 'role', 'demo@example.org', 'king'],
      {},
      1,
      'role must be one of user, admin',
    ],
    ['an unknown key', ['keys', 'revoke', 'x'], {}, 1, 'There is no such API key'],
    [
      'a grace that is too long',
      ['keys', 'rotate', 'x', '--grace', '604801'],
      {},
      1,
      'graceSeconds must be at most',
    ],
    [
      'no service',
      ['users', 'list'],
      { env: { AUTH_INTERNAL_URL: 'http://127.0.0.1:9' } },
      1,
      'does not answer at',
    ],
    [
      'no secret',
      ['users', 'list'],
      { env: { DATA_DIR: temporaryFolder() } },
      1,
      'there is no operator secret',
    ],
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
    [
      'a short secret',
      ['users', 'list'],
      { env: { OPERATOR_SECRET: 'wrong' } },
      1,
      'has fewer than 32 characters',
    ],
  ]
  test.each(cases)('%s', async (_name, args, options, status, text) => {
    const { code, out, err } = await run(args, options)
    expect([code, err]).toEqual([status, expect.stringContaining(text)])
    expect(out + err).not.toContain(password)
  })
})
