import { readFileSync } from 'node:fs'
import { compare } from '../../../../gateway/comparison/compare.js'
import { type Meaning, meaningOf } from '../../../../gateway/comparison/meaning.js'
import { readConfig } from '../../../../gateway/config/config.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { pluginsDir } from '../../../../gateway/config/plugin-code.js'
import { templateTexts } from '../../../../gateway/config/template-files.js'
import { isError } from '../../../../kit/config/yaml/diagnostics.js'
import { readInstead } from '../../../../kit/config/yaml/file.js'
import { checkedSetting } from '../../../../trial/setting.js'
import { casesIn } from '../../../support/cases.js'
import { shippedFacts } from '../shipped.js'

/** Texts of the file, and what is written in their place. */
type Edit = Readonly<Record<string, string>>

const shipped = readFileSync('config/gateway.config.yml', 'utf8')
const templates = templateTexts('config')
const edits = casesIn<Record<string, { from?: Edit; edit: Edit; says: string[] }>>(
  'test/unit/gateway/comparison',
  'everyday.yml',
)

function edited(text: string, edit: Edit): string {
  return Object.entries(edit).reduce((all, [from, to]) => {
    expect(all).toContain(from)
    return all.replace(from, () => to)
  }, text)
}

const settings: Readonly<Record<string, string>> = {
  ...{ PLUGINS: pluginsDir, SERVICE_SECRET: 'a-secret-of-thirty-two-characters' },
}
const settingOf = (name: string) => settings[name] ?? checkedSetting(name)

/** What a valid text means. */
function meant(text: string): Meaning {
  readInstead('config', { ...templates, 'gateway.config.yml': text })
  const config = readConfig('config', settingOf)
  const { gateway } = config
  expect(gateway.placeAll(checkGateway(gateway.value, shippedFacts)).filter(isError)).toEqual([])
  return meaningOf(config, shippedFacts, { secrets: [] })
}

test.each(Object.entries(edits))('%s: the comparison says so', (_, { from = {}, edit, says }) => {
  const before = edited(shipped, from)
  const changes = compare(meant(before), meant(edited(before, edit)))
  const sentences = changes.map(({ effect, text }) => `${effect} ${text}`)
  expect(sentences).toEqual(says.map((one) => expect.stringMatching(new RegExp(one))))
})
