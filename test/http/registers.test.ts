import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { loadCommand } from '../../directory/loader/command.js'
import { organizationLines, registers } from '../../directory/loader/read/registers/registers.js'
import { captured } from '../support/captured.js'
import { built } from '../support/stack.js'

/**
 * The registers of other countries (docs/loading.md), from their files to what the loader says.
 */

const folder = mkdtempSync(join(tmpdir(), 'registers-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  [
    'gb',
    ['gb-charity-commission.txt', 'gb-charity-other-names.txt'],
    [
      {
        ...{ id: 'gb-chc-9000001', name: 'HARBOUR LIGHT RESCUE SOCIETY', tax_code: '9000001' },
        alternate_names: ['HLRS', 'OLD HARBOUR LIFEBOAT FUND'],
        ...{ country: 'GB', legal_status: 'Charitable company', registered_on: '1994-03-17' },
        description: 'Rescue at sea, and training of volunteers.',
        ...{ street: '1 Quay Street, Old Harbour, EXAMPLETOWN', zip: 'EX1 2AB' },
        ...{ website: 'www.harbour-light.example', income: 125341, active: true },
      },
    ],
  ],
  [
    'fr',
    ['fr-rna.csv'],
    [
      {
        ...{ id: 'fr-rna-w382000001', name: 'SECOURS DES ALPES', tax_code: '852369741' },
        ...{ country: 'FR', legal_status: 'association', registered_on: '1987-04-02' },
        alternate_names: ['SDA 38'],
        description: 'secours en montagne ; formation des bénévoles, sans "esprit de compétition"',
        street: 'Maison des associations, 6 B RUE Berthe de Boissieux',
        ...{ city: 'Grenoble', zip: '38000', website: 'www.secours-des-alpes.example' },
        active: true,
      },
      {
        ...{ id: 'fr-rna-w751000002', name: 'LES AMIS DU FAUBOURG', country: 'FR' },
        ...{ legal_status: 'association', city: 'Paris', zip: '75011', active: true },
      },
    ],
  ],
  [
    'ca',
    ['ca-charities.csv'],
    [
      {
        alternate_names: ['NORTHERN LIGHTS SHELTER'],
        ...{ id: 'ca-900000001rr0001', name: 'Northern Lights Shelter Society, The' },
        ...{ tax_code: '900000001RR0001', legal_status: 'charitable organization' },
        ...{ activity_code: '0030-0001', street: '12 Main Street, Suite 3', city: 'EXAMPLE BAY' },
        ...{ region: 'ON', zip: 'P0T1A0', country: 'CA' },
      },
      {
        ...{ id: 'ca-900000002rr0001', name: 'Fondation des érables' },
        ...{ tax_code: '900000002RR0001', legal_status: 'private foundation' },
        ...{ activity_code: '0160-0002', street: "4 rue de l'Exemple", city: 'QUÉBEC' },
        ...{ region: 'QC', zip: 'G1R2B3', country: 'CA' },
      },
    ],
  ],
])(
  '%s: the active organizations of the register, which the loader accepts',
  async (name, files, expected) => {
    const paths = files.map((file) => join('directory/loader/example/registers', file))
    const { lines, organizations } = await read(name, paths)
    expect(organizations).toEqual(expected)
    const path = join(folder, `${name}.ndjson`)
    writeFileSync(path, lines.join(''))
    const { out } = await captured(() => loadCommand(['--dry-run', path]))
    expect(out).toMatch(
      new RegExp(`^${expected.length} organizations? could be loaded, 0 rows refused, `),
    )
  },
)

/** What a register's files give, and what is said about them. */
async function read(name: string, paths: string[], encoding?: string) {
  const said: string[] = []
  const lines: string[] = []
  const report = (sentence: string) => said.push(sentence.replaceAll(`${folder}/`, ''))
  const reading = organizationLines(registers[name]!, paths, { encoding, report })
  const error = await Readable.from(reading)
    .forEach((line) => void lines.push(line))
    .then(
      () => undefined,
      ({ message }: Error) => message.replaceAll(`${folder}/`, ''),
    )
  return { lines, organizations: lines.map((line) => JSON.parse(line)), said, error }
}

function fileOf(content: string | Buffer): string {
  const path = join(folder, 'f')
  writeFileSync(path, content)
  return path
}
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const frHeader = 'id;titre;position;siret;date_creat;adrs_libcommune'
const caHeader = 'BN,Legal Name'
const gbHeader = [
  ...['registered_charity_number', 'linked_charity_number', 'charity_name'],
  ...['charity_registration_status', 'date_of_registration', 'latest_income'],
].join('\t')

test.each<[about: string, name: string, content: string | Buffer, encoding: string | undefined]>([
  ['UTF-8', 'fr', `${frHeader}\nW1;ÉCOLE;A;;;\n`, undefined],
  ['UTF-8 with a byte order mark', 'fr', `\ufeff${frHeader}\nW1;ÉCOLE;A;;;\n`, undefined],
  ["the register's encoding", 'fr', latin1(`${frHeader}\nW1;ÉCOLE;A;;;\n`), undefined],
  ['a given one', 'ca', latin1(`${caHeader}\n900000001RR0001,ÉCOLE\n`), 'windows-1252'],
  ['a given one', 'fr', latin1(`${frHeader}\nW1;ÉCOLE;A;;;\nW2;É»;D;;;\n`), 'windows-1252'],
])('letters beyond ASCII are whole: %s', async (_, name, content, encoding) => {
  const { organizations } = await read(name, [fileOf(content)], encoding)
  expect(organizations).toEqual([expect.objectContaining({ name: 'ÉCOLE' })])
})

const notUtf8 = /^f line 2 refused: its bytes are not UTF-8, .*--encoding windows-1252$/
const badDay = (column: string) =>
  `f line 2 refused: ${column} must be a day from 1800-01-01 to today, YYYY-MM-DD`
test.each<[about: string, name: string, rows: string | Buffer, refusal: string | RegExp]>([
  ['other bytes', 'ca', latin1(`${caHeader}\n900000001RR0001,Québec`), notUtf8],
  [
    'a damaged line of UTF-8',
    'fr',
    Buffer.concat([
      latin1(`${frHeader}\nW1;ÉCOLE;A;;;\n`),
      Buffer.from('W2;ÉCOLE;D;;;\nW3;É;D;;;'),
    ]),
    notUtf8,
  ],
  [
    'a line break without quotes',
    'gb',
    `${gbHeader}\n1000001\t0\tA`,
    'f line 2 refused: it has 3 fields, the header has 6',
  ],
  ['an early year', 'fr', `${frHeader}\nW1;A;A;;0201-03-05;`, badDay('date_creat')],
  ['a late year', 'fr', `${frHeader}\nW1;A;A;;2987-01-01;`, badDay('date_creat')],
  ['another form of dates', 'fr', `${frHeader}\nW1;A;A;;02/04/1987;`, badDay('date_creat')],
  [
    'an early year with a time',
    'gb',
    `${gbHeader}\n1000001\t0\tA\tRegistered\t1066-01-01 00:00:00\t`,
    badDay('date_of_registration'),
  ],
  ...['1,234,567', 'NULL', '£500', '1.2E+06'].map(
    (income) =>
      [
        `the number ${income}`,
        'gb',
        `${gbHeader}\n1000001\t0\tA\tRegistered\t\t${income}`,
        'f line 2 refused: latest_income must be a number such as 125340.50',
      ] as const satisfies [string, string, string, string],
  ),
  [
    'thirteen digits',
    'fr',
    `${frHeader}\nW1;A;A;8523697410001;;`,
    'f line 2 refused: siret must be fourteen digits',
  ],
  [
    'a number of another form',
    'ca',
    `${caHeader}\n5.0E+07,A`,
    'f line 2 refused: BN must be nine digits, RR and four digits',
  ],
  ['no name', 'fr', `${frHeader}\nW1;;A;;;`, 'f line 2 refused: titre is empty'],
  [
    'no name',
    'gb',
    `${gbHeader}\n1000001\t0\t\tRegistered\t\t`,
    'f line 2 refused: charity_name is empty',
  ],
])('a row is refused for %s (%s)', async (_, name, content, refusal) => {
  const { organizations, said, error } = await read(name, [fileOf(content)])
  expect(organizations).toEqual([])
  expect(said).toContainEqual(
    typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
  )
  expect(error).toBe('the files contain no active organization')
})

test('a SIRET may be in groups; one of zeros, and the day 0001-01-01, mean that there is none', async () => {
  const rows = ['W1;A;A;852 369 741 00012;0001-01-01;', 'W2;A;A;00000000000000;0001-01-01;']
  const { organizations } = await read('fr', [fileOf([frHeader, ...rows].join('\n'))])
  expect(organizations.map(({ tax_code }) => tax_code)).toEqual(['852369741', undefined])
  expect(organizations[0]).not.toHaveProperty('registered_on')
})

const otherFile = 'f: it is not a file of this register (docs/loading.md): its first line names no'
test.each<[name: string, content: string | Buffer, error: string]>([
  ['gb', '[{"registered_charity_number":1}]', `${otherFile} column registered_charity_number`],
  ['ca', 'BN/Registration Number,Legal Name\n1,A', `${otherFile} column BN`],
  ['fr', '', 'f: it is empty'],
  ['fr', latin1(`${frHeader}\nW1;É»;A;;;\nW2;ÉA;A;;;`), 'f: some of its lines are UTF-8, others'],
])('another file than one of %s is an error: %s', async (name, content, begin) => {
  const { error } = await read(name, [fileOf(content)])
  expect(error?.slice(0, begin.length)).toBe(begin)
})

test('what is left out is counted, and absent columns are named', async () => {
  const { said } = await read('ca', [fileOf(`${caHeader}\n900000001RR0001,A\n`)])
  expect(said).toEqual([
    expect.stringMatching(
      /^f: its first line names no column Account Name, Designation, .*Country$/,
    ),
    '1 organization, 0 with other names, 0 rows refused, 0 rows left out (docs/loading.md)',
  ])
})

test('what is of no use in a file of other names is reported, and names alone are no organizations', async () => {
  const header = 'registered_charity_number\tlinked_charity_number\tcharity_name_type\tcharity_name'
  const rows = ['1000001\t0\tWorking name\t', 'X\t0\tWorking name\tA', '1000001\t1\t\tB', 'C']
  const { said, error } = await read('gb', [fileOf([header, ...rows].join('\n'))])
  expect(said).toEqual([
    'f line 2 refused: charity_name is empty',
    'f line 3 refused: registered_charity_number must be six or seven digits',
    'f line 5 refused: it has 1 fields, the header has 4',
    '0 organizations, 0 with other names, 3 rows refused, 1 row left out (docs/loading.md)',
  ])
  expect(error).toBe('the files contain no active organization')
})

test('npm run register writes them to its output', () => {
  const main = join(built, 'directory/loader/read/registers/main.js')
  const args = [main, 'ca', 'directory/loader/example/registers/ca-charities.csv']
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).region)).toEqual(['ON', 'QC'])
})

test.each([
  [
    ['ca', 'directory/loader/example/registers/fr-rna.csv'],
    1,
    /\nregister: .*fr-rna.csv: none of its lines can be read\n$/,
  ],
  [['ca', '--encoding', 'latin-9', 'f'], 2, /^register: --encoding takes a name/],
])('npm run register -- %j ends with the code %i', (args, code, said) => {
  const main = join(built, 'directory/loader/read/registers/main.js')
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([code, expect.stringMatching(said)])
})
