import { storeNames } from '../store/open.js'
import { askSecret } from './ask-secret.js'
import { ask } from './operator-client.js'
import { backUp, copyTo, restore } from './store-commands.js'

/** What a command answers with: rows for a table, or one record. */
type Output = object | readonly object[]

/** Options by name, as typed. */
export type Options = Readonly<Record<string, string>>

/** An option that takes a value. */
interface Option {
  /** Name of the value in the usage. */
  value: string
  /** What the value is, in words. */
  takes: string
  form: RegExp
  required?: true
}

export interface Command {
  /** The words that name it. */
  words: readonly string[]
  /** Its arguments by their names in the usage; those in brackets may be left out. */
  takes: readonly string[]
  options?: Readonly<Record<string, Option>>
  run(args: readonly string[], options: Options): Promise<Output>
  /** What the table shows; everything by default. */
  columns?: string[]
}

/** Every command; USER is an id or an e-mail address. */
export const commands: readonly Command[] = [
  {
    words: ['users', 'add'],
    takes: ['EMAIL', 'NAME'],
    options: { role: { value: 'ROLE', takes: 'the name of a role', form: /./ } },
    async run([email = '', name = ''], { role }) {
      const password = await askSecret('Password')
      return ask('addUser', {}, { body: { email, name, password, ...(role !== undefined && { role }) } })
    },
  },
  { words: ['users', 'list'], takes: [], run: async () => (await ask('listUsers', {})).users },
  { words: ['users', 'disable'], takes: ['USER'], run: ([user = '']) => ask('disableUser', { user }) },
  { words: ['users', 'enable'], takes: ['USER'], run: ([user = '']) => ask('enableUser', { user }) },
  {
    words: ['users', 'reset-password'],
    takes: ['USER'],
    async run([user = '']) {
      return ask('resetPassword', { user }, { body: { password: await askSecret('New password') } })
    },
  },
  {
    words: ['keys', 'list'],
    takes: ['[USER]'],
    async run([user]) {
      return (await ask('listApiKeys', {}, { query: { ...(user !== undefined && { user }) } })).keys
    },
    columns: ['id', 'ownerId', 'name', 'prefix', 'state', 'expiresAt', 'lastUsedAt'],
  },
  { words: ['keys', 'revoke'], takes: ['ID'], run: ([id = '']) => ask('revokeApiKey', { id }) },
  {
    words: ['keys', 'rotate'],
    takes: ['ID'],
    options: { grace: { value: 'SECONDS', takes: 'a whole number of seconds', form: /^\d+$/ } },
    run: ([id = ''], { grace = '0' }) => ask('rotateApiKey', { id }, { body: { graceSeconds: Number(grace) } }),
  },
  { words: ['keys', 'signing'], takes: [], run: listSigningKeys },
  { words: ['keys', 'signing', 'list'], takes: [], run: listSigningKeys },
  { words: ['keys', 'signing', 'rotate'], takes: [], run: async () => (await ask('rotateSigningKeys', {})).keys },
  {
    words: ['keys', 'signing', 'withdraw'],
    takes: ['KID'],
    run: async ([kid = '']) => (await ask('withdrawSigningKey', { kid })).keys,
  },
  { words: ['store', 'backup'], takes: ['FILE'], run: ([file = '']) => backUp(file) },
  { words: ['store', 'restore'], takes: ['FILE'], run: ([file = '']) => restore(file) },
  {
    words: ['store', 'copy'],
    takes: [],
    options: {
      to: {
        value: 'STORE',
        takes: storeNames.join(' or '),
        form: new RegExp(`^(${storeNames.join('|')})$`),
        required: true,
      },
    },
    run: (_args, { to = '' }) => copyTo(to),
  },
]

async function listSigningKeys(): Promise<Output> {
  return (await ask('listSigningKeys', {})).keys
}
