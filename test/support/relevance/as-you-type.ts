import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(__dirname, '../../../docs/queries.md'), 'utf8')
const [, body = ''] = /^## 2\. As you type\n.*?-d '(.*?)'\n```/ms.exec(page) ?? []
const typedThere = 'freinds of sc'

/** The query that docs/queries.md gives for suggestions while someone types. */
export function asYouType(typed: string): object {
  const text = body.replaceAll(JSON.stringify(typedThere), () => JSON.stringify(typed))
  return (JSON.parse(text) as { body: { query: object } }).body.query
}

/** Names of organizations, some of them near to each other. */
export const names = [
  ...[
    'Rye Congregational Church',
    'Rye Conservation Society',
    'Rhode Island Community Food Bank Association',
  ],
  ...[
    'Vermont Land Trust Inc',
    'Vermont Lake Watch',
    'Friends of Science and Research',
    'Friends of Scituate',
  ],
  ...[
    'Brookings Institution',
    'Providence Athenaeum',
    'Newport Restoration Foundation',
    'Save the Bay Inc',
  ],
  ...['Burlington Children’s Space', 'Champlain Valley Exposition', 'American Legion Post 12'],
]

/** What someone has typed so far, most with a typo, and the name that comes first. */
export const typos: readonly (readonly [typed: string, name: string])[] = [
  ['rye conger', 'Rye Congregational Church'],
  ['rye cngre', 'Rye Congregational Church'],
  ['rye congragat', 'Rye Congregational Church'],
  ['rey congreg', 'Rye Congregational Church'],
  ['rye consrev', 'Rye Conservation Society'],
  ['rye cons', 'Rye Conservation Society'],
  ['rye congr', 'Rye Congregational Church'],
  ['rhode ilsand comm', 'Rhode Island Community Food Bank Association'],
  ['rohde island comun', 'Rhode Island Community Food Bank Association'],
  ['vermnot land', 'Vermont Land Trust Inc'],
  ['vermont lnad tr', 'Vermont Land Trust Inc'],
  ['vermont land trsu', 'Vermont Land Trust Inc'],
  ['freinds of scien', 'Friends of Science and Research'],
  ['friends of sceince', 'Friends of Science and Research'],
  ['freinds of scitu', 'Friends of Scituate'],
  ['brokings', 'Brookings Institution'],
  ['brookings instituton', 'Brookings Institution'],
  ['borokings inst', 'Brookings Institution'],
  ['providnce ath', 'Providence Athenaeum'],
  ['providence athaneum', 'Providence Athenaeum'],
  ['newprot resto', 'Newport Restoration Foundation'],
  ['newport restroation', 'Newport Restoration Foundation'],
  ['svae the ba', 'Save the Bay Inc'],
  ['burlignton chil', 'Burlington Children’s Space'],
  ['champlian val', 'Champlain Valley Exposition'],
  ['amercan leg', 'American Legion Post 12'],
]
