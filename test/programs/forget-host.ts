import { createRequire } from 'node:module'

/** express-gateway's registries are process-wide: each configuration gets new ones. */
export function forgetHost(): void {
  const { cache } = createRequire(import.meta.url)
  for (const file of Object.keys(cache))
    if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
}
