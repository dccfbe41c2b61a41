import type { SigningKeyRow, UserRow } from '../../kit/api/internal-answers.js'
import type { Environment } from '../../kit/config/settings.js'
import { noPlan } from '../kit/plan-names.js'
import { toKeyId } from '../kit/uuid.js'
import { storeNames } from '../store/open.js'
import { importUsers } from './import-users.js'
import type { CallService } from './operator-client.js'
import { type Searches, searches, searchesText } from './searches-command.js'
import { backUp, copyTo, restore } from './store-commands.js'
import { usageRows } from './usage-command.js'

/** The output of a command: rows for a table, or one record. */
type Output = object | readonly object[]

/** Options by name, as typed. */
export type Options = Readonly<Record<string, string>>

/** An option that takes a value. */
interface ValueOption {
  /** Name of the value in the usage. */
  value: string
  /** A description of the value. */
  takes: string
  form: RegExp
  required?: true
}

/** An option, or a flag: its value is then the empty text. */
export type Option = ValueOption | 'flag'

/** What a command uses besides its arguments. */
export interface CommandContext {
  env: Environment
  call: CallService
  /** Asks for a secret, which is never an argument. */
  askSecret(prompt: string): Promise<string>
}

export interface Command {
  /** The words of its name. */
  words: readonly string[]
  /** Its arguments by their names in the usage; those in brackets are optional. */
  takes: readonly string[]
  options?: Readonly<Record<string, Option>>
  /** Its description, for --help. */
  does: string
  /** The question asked on the terminal first, unless the option `yes` is given. */
  confirm?(args: readonly string[]): string
  run(args: readonly string[], options: Options, context: CommandContext): Promise<Output>
  /** The columns of the table; all by default. */
  columns?: string[]
  /** The text of its output, if that is neither a table nor a record. */
  prints?(output: Output): string
  /** The text below the table: what happens next. */
  says?(output: Output): string
}

const day: Option = {
  value: 'DAY',
  takes: 'a day such as 2026-01-31, or a time with its zone',
  form: /./,
}

/** Every command; USER is an id or an e-mail address, KEY an id or a prefix. */
export const commands: readonly Command[] = [
  {
    words: ['users', 'add'],
    takes: ['EMAIL', 'NAME'],
    does: 'adds a user; asks for the password',
    options: { role: { value: 'ROLE', takes: 'the name of a role', form: /./ } },
    async run([email = '', name = ''], { role }, { call, askSecret }) {
      const password = await askSecret('Password')
      return call(
        'addUser',
        {},
        { body: { email, name, password, ...(role !== undefined && { role }) } },
      )
    },
  },
  {
    words: ['users', 'invite'],
    takes: ['EMAIL'],
    does: 'invites a person by mail; without SMTP_URL it prints a one-time link',
    options: { role: { value: 'ROLE', takes: 'the name of a role', form: /./ } },
    run: ([email = ''], { role }, { call }) =>
      call('inviteUser', {}, { body: { email, ...(role !== undefined && { role }) } }),
  },
  {
    words: ['users', 'list'],
    takes: [],
    does: 'shows all users, or those that match',
    options: {
      search: { value: 'TEXT', takes: 'a part of the address or name', form: /./ },
      role: { value: 'ROLE', takes: 'the name of a role', form: /./ },
      plan: { value: 'PLAN', takes: 'the name of a plan', form: /./ },
    },
    run: async (_args, wanted, { call }) =>
      (await call('listUsers', {})).users.filter((user) => isWanted(user, wanted)),
    columns: ['id', 'email', 'name', 'role', 'plan', 'createdAt', 'disabled'],
  },
  {
    words: ['users', 'import'],
    takes: ['FILE'],
    does: 'adds the users of a CSV file (email,name,role,plan), or sets their roles and plans',
    run: ([file = ''], _options, { call }) => importUsers(file, call),
    columns: ['line', 'email', 'outcome'],
  },
  {
    words: ['users', 'role'],
    takes: ['USER', 'ROLE'],
    does: 'changes the role of a user; their keys follow, all sessions end',
    run: ([user = '', role = ''], _options, { call }) =>
      call('setRole', { user }, { body: { role } }),
  },
  {
    words: ['users', 'plan'],
    takes: ['USER', 'PLAN'],
    does: 'sets or removes the plan of a user; tokens and keys follow at once',
    run: ([user = '', plan = ''], _options, { call }) =>
      call('setUserPlan', { user }, { body: planBody(plan) }),
  },
  {
    words: ['users', 'disable'],
    takes: ['USER'],
    does: 'disables a user: sessions end, keys are refused',
    run: ([user = ''], _options, { call }) => call('disableUser', { user }),
  },
  {
    words: ['users', 'enable'],
    takes: ['USER'],
    does: 'enables a disabled user and their keys again',
    run: ([user = ''], _options, { call }) => call('enableUser', { user }),
  },
  {
    words: ['users', 'delete'],
    takes: ['USER'],
    options: { yes: 'flag' },
    does: 'ends sessions, revokes keys, removes the person; the address can be used again',
    confirm: ([user = '']) => `Delete ${user}, end all sessions and revoke all keys?`,
    run: ([user = ''], _options, { call }) => call('deleteUser', { user }),
  },
  {
    words: ['users', 'reset-password'],
    takes: ['USER'],
    does: 'sets a new password, which it asks for; all sessions end',
    async run([user = ''], _options, { call, askSecret }) {
      return call(
        'resetPassword',
        { user },
        { body: { password: await askSecret('New password') } },
      )
    },
  },
  {
    words: ['keys', 'list'],
    takes: ['[USER]'],
    does: 'shows the API keys of a user, or of all',
    async run([user], _options, { call }) {
      return (await call('listApiKeys', {}, { query: { ...(user !== undefined && { user }) } }))
        .keys
    },
    columns: [
      'prefix',
      'name',
      'owner',
      'scopes',
      'plan',
      'state',
      'expiresAt',
      'lastUsedAt',
      'id',
    ],
  },
  {
    words: ['keys', 'plan'],
    takes: ['KEY', 'PLAN'],
    does: 'sets or removes the plan of an API key; without one it follows its owner',
    run: ([key = '', plan = ''], _options, { call }) =>
      call('setApiKeyPlan', { id: readKeyId(key) }, { body: planBody(plan) }),
  },
  {
    words: ['keys', 'revoke'],
    takes: ['KEY'],
    does: 'revokes an API key at once',
    run: ([key = ''], _options, { call }) => call('revokeApiKey', { id: readKeyId(key) }),
  },
  {
    words: ['keys', 'rotate'],
    takes: ['KEY'],
    does: 'creates a new key for an old one, which ends after the grace; shows it only once',
    options: {
      grace: { value: 'SECONDS', takes: 'a whole number of seconds', form: /^(0|[1-9]\d{0,6})$/ },
    },
    run: ([key = ''], { grace = '0' }, { call }) =>
      call('rotateApiKey', { id: readKeyId(key) }, { body: { graceSeconds: Number(grace) } }),
  },
  {
    words: ['keys', 'signing'],
    takes: [],
    does: 'shows the keys that sign tokens',
    run: listSigningKeys,
  },
  { words: ['keys', 'signing', 'list'], takes: [], does: 'the same', run: listSigningKeys },
  {
    words: ['keys', 'signing', 'rotate'],
    takes: [],
    does:
      'publishes a new key, which signs new tokens as soon as all processes have it; old ' +
      'tokens stay valid',
    run: async (_args, _options, { call }) => (await call('rotateSigningKeys', {})).keys,
    says: (keys) => rotationNote(keys as readonly SigningKeyRow[]),
  },
  {
    words: ['keys', 'signing', 'withdraw'],
    takes: ['KID'],
    does: 'invalidates all tokens of a signing key at once; for a leaked key, after a rotation',
    run: async ([kid = ''], _options, { call }) => (await call('withdrawSigningKey', { kid })).keys,
  },
  {
    words: ['store', 'backup'],
    takes: ['FILE'],
    does: 'writes all records to a new file',
    run: ([file = ''], _options, { env }) => backUp(file, env),
  },
  {
    words: ['store', 'restore'],
    takes: ['FILE'],
    does: 'restores a backup to an empty store',
    run: ([file = ''], _options, { env }) => restore(file, env),
  },
  {
    words: ['store', 'copy'],
    takes: [],
    does: 'writes all records to an empty store of another kind',
    options: {
      to: {
        value: 'STORE',
        takes: storeNames.join(' or '),
        form: new RegExp(`^(${storeNames.join('|')})$`),
        required: true,
      },
    },
    run: (_args, { to = '' }, { env }) => copyTo(to, env),
  },
  {
    words: ['usage'],
    takes: ['[USER]'],
    options: {
      from: day,
      to: day,
      by: { value: 'BY', takes: 'key, day or hour', form: /^(key|day|hour)$/ },
      csv: 'flag',
    },
    does: 'shows the usage of each key, of a user or of all; by default of all days on record',
    run: ([user], options, context) => usageRows(user, options, context),
  },
  {
    words: ['usage', 'searches'],
    takes: [],
    options: {
      day: { value: 'DAY', takes: 'a day such as 2026-01-31', form: /./ },
      days: { value: 'N', takes: 'a number of days', form: /^[1-9]\d?$/ },
    },
    does:
      'shows the most frequent search terms, and those that found nothing; by default of all days ' +
      'on record',
    run: (_args, options, { env }) => searches(options, env),
    prints: (output) => searchesText(output as Searches),
    says: () =>
      'Terms that fewer than five owners or addresses have asked for on a day are not kept.',
  },
]

/**
 * A key may also be named by its public prefix, as in lists and logs; of a leaked key only that
 * part is used.
 */
function readKeyId(key: string): string {
  const prefix = /^npd_[0-9A-Za-z]{8}(?=_|$)/.exec(key)?.[0]
  return prefix === undefined ? key : toKeyId(prefix)
}

function isWanted(
  { email, name, role, plan }: UserRow,
  { search = '', ...wanted }: Options,
): boolean {
  const text = search.toLowerCase()
  return (
    [email, name].some((one) => one.toLowerCase().includes(text)) &&
    role === (wanted.role ?? role) &&
    plan === (wanted.plan ?? plan)
  )
}

/** `none` removes the plan of the user or key. */
function planBody(plan: string): { plan: string | null } {
  return { plan: plan === noPlan ? null : plan }
}

/** The newest key comes first. */
function rotationNote([made]: readonly SigningKeyRow[]): string {
  if (made?.state !== 'next')
    return 'The new key signs new tokens from now on. Tokens of the older keys remain valid.'
  return (
    `The new key is published now and signs new tokens from ${made.signsFrom} on, when every ` +
    'gateway knows it. Tokens of the older keys remain valid. If a key leaked, withdraw it ' +
    'now: the new one then signs at once.'
  )
}

async function listSigningKeys(
  _args: readonly string[],
  _options: Options,
  { call }: CommandContext,
): Promise<Output> {
  return (await call('listSigningKeys', {})).keys
}
