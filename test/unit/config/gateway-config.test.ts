import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import { setting } from '../../../kit/config/settings.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import { testFolder } from '../../support/folders.js'
import { writeTiles } from '../../support/pmtiles.js'
import { shipped } from '../gateway/shipped.js'

const root = join(__dirname, '../../..')
const text = readFileSync(join(root, 'config/gateway.config.yml'), 'utf8')

/**
 * What is commented out: a parameter below the others of its step, `# name: value`, or a whole
 * step, `# - policy:`.
 */
const commentedOut = /^( {6}| {14})# (?=- [a-z-]+:$| {4}- action: |[A-Za-z]+: )/gm

/**
 * The auth service is known by its address, and pages are on or off; any long text does for the
 * others that must be set.
 */
const settingOf = (name: string) => {
  if (name === 'AUTH_SERVICE_URL' || name === 'PUBLIC_PAGES') return setting(name)
  const hasDefault = /^ELASTICSEARCH_(?!URL)|_PER_MINUTE$/.test(name)
  return hasDefault ? undefined : 'http://127.0.0.1/of/anything/else'
}

const folder = testFolder()
const baseMap = join(folder, 'area.pmtiles')
writeTiles(baseMap)

/** The file with every such line in force. */
const { value, mistakes } = parseSource(
  'gateway.config.yml',
  text.replaceAll(commentedOut, '$1').replace('/srv/area.pmtiles', baseMap),
  settingOf,
)
const config = value as Mapping

test('what is commented out is right when it is put in force', () => {
  expect(text.match(commentedOut)!.length).toBeGreaterThan(5)
  const found =
    mistakes.length > 0
      ? mistakes
      : checkGateway(config, { policies: shipped, conditions: new Map() })
  expect(found).toEqual([])
})
