import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { loadCommand } from '../../loader/command.js'
import { organizationLines, registers } from '../../loader/registers/registers.js'
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
    'gb-charity-commission.txt',
    [
      {
        ...{ id: 'gb-chc-9000001', name: 'HARBOUR LIGHT RESCUE SOCIETY', tax_code: '9000001' },
        ...{ country: 'GB', legal_status: 'Charitable company', registered_on: '1994-03-17' },
        description: 'Rescue at sea, and training of volunteers.',
        ...{ street: '1 Quay Street, Old Harbour, EXAMPLETOWN', zip: 'EX1 2AB' },
        ...{ website: 'www.harbour-light.example', income: 125341, active: true },
      },
    ],
  ],
  [
    'fr',
    'fr-rna.csv',
    [
      {
        ...{ id: 'fr-rna-w382000001', name: 'SECOURS DES ALPES', tax_code: '852369741' },
        ...{ country: 'FR', legal_status: 'association', registered_on: '1987-04-02' },
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
    'ca-charities.csv',
    [
      {
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
  async (name, file, expected) => {
    const paths = [join('loader/example/registers', file)]
    const lines = await Readable.from(organizationLines(registers[name]!, paths)).toArray()
    expect(lines.map((line) => JSON.parse(line))).toEqual(expected)
    const path = join(folder, `${name}.ndjson`)
    writeFileSync(path, lines.join(''))
    const { out } = await captured(() => loadCommand(['--dry-run', path]))
    expect(out).toMatch(
      new RegExp(`^${expected.length} organizations? could be loaded, 0 rows refused, `),
    )
  },
)

test('npm run register writes them to its output', () => {
  const main = join(built, 'loader/registers/main.js')
  const args = [main, 'ca', 'loader/example/registers/ca-charities.csv']
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).region)).toEqual(['ON', 'QC'])
})
