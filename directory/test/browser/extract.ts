import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stackAndBrowser } from '../../../test/browser/browser.js'
import { built, root } from '../../../test/support/stack.js'

/**
 * 1,200 organizations of four files of the IRS extract (public data): those of food and hospitals
 * in Rhode Island and Vermont, and a sample of all others.
 */
const extract = join(root, 'test/fixtures/irs-extract-1200.csv.gz')

/** A stack that has loaded the extract instead of the samples, and a browser. */
export function stackWithExtract(...moreFiles: string[]) {
  const here = stackAndBrowser({ env: { ENGINE_SAMPLE: '0' } })
  beforeAll(async () => {
    await promisify(execFile)(
      process.execPath,
      [join(built, 'directory/loader/main.js'), extract, ...moreFiles],
      { cwd: root, env: { ...process.env, ELASTICSEARCH_URL: here.stack.engine!.url } },
    )
  }, 600_000)
  return here
}
