import { readConfig } from '../../auth-service/config/config.js'
import { requiredSetting } from '../../kit/config/settings.js'
import { log } from '../../kit/log/log.js'
import { checkAcross } from '../config/across.js'
import { loadGateway } from '../host/load.js'
import { addAuth } from '../lab/auth-meaning.js'
import { readMeaning } from '../lab/meaning.js'
import { readingSecrets } from '../lab/settings.js'
import type { FolderMeaning } from './against.js'

/** What the configuration in CONFIG_DIR means, or all that is wrong with it: for the parent. */
async function meaningOfFolder(): Promise<FolderMeaning> {
  const { settingOf, secrets } = readingSecrets()
  const folder = requiredSetting('CONFIG_DIR')
  try {
    const auth = readConfig(folder, settingOf)
    const loaded = await loadGateway(folder, settingOf)
    checkAcross(folder, loaded.config.gateway, settingOf)
    const { config, facts } = loaded
    return { meaning: addAuth(readMeaning(config, facts, { secrets }), auth) }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

log.level = 'silent'
void meaningOfFolder().then((said) => process.send!(said, () => process.exit(0)))
