import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageBuild } from '../../web/page-build.js'
import { atlas } from './map/atlas.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The public pages. `npx vite directory/web` serves them with changes applied at once. */
export default pageBuild({
  root,
  outDir: join(root, '../../dist/directory/web'),
  names: ['directory.html'],
  plugins: [atlas()],
})
