import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(__dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: object
}

const inFolder = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
const files = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    '.env.example',
    'Dockerfile',
    'docker-compose.yml',
  ],
  ...['client/README.md', 'loader/example/README.md', 'dev/engine/README.md'],
  ...inFolder('docs', /\.md$/),
  ...inFolder('config', /\.yml$/),
  ...inFolder('deploy', /\w$/),
  ...inFolder('plugins/pages/public', /\.(?:html|js)$/),
]

test.each(files)('%s names only commands that there are', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(/\bnpm run (?:--?\w+ )*([a-z][\w:-]*\w)/g)].map(
    ([, name]) => name!,
  )
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('what is not built is not promised as if it were', () => {
  const unbuilt = /npm run calibrate|OpenTelemetry|\bOTLP\b|policy tests?\b|live page/i
  expect(files.filter((file) => unbuilt.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
