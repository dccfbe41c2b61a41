import { templateTexts } from '../../../../gateway/config/template-files.js'
import { readInstead } from '../../../../kit/config/yaml/file.js'
import { templateNames } from '../../../../plugins/kit/templates/read.js'

test('a process has the texts that it was given, however CONFIG_DIR is written', () => {
  const texts = { 'words.yml': 'groups: []', 'search-templates/own.yml': 'title: Own' }
  for (const CONFIG_DIR of ['./config', 'config/', '/etc/directory/']) {
    const env = jest.replaceProperty(process, 'env', { CONFIG_DIR })
    readInstead(CONFIG_DIR, texts)
    expect({ texts: templateTexts(CONFIG_DIR), names: templateNames() }).toEqual({
      texts,
      names: ['own'],
    })
    env.restore()
    readInstead(CONFIG_DIR, {})
    expect(templateTexts(CONFIG_DIR)).toEqual({})
  }
})
