import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A search that passes the rules, and that the engine refuses (engine-refusals.yml). */
export interface EngineRefusal {
  in: string
  body: Record<string, unknown>
  says: string
  told: string
}

export const engineRefusals = parse(
  readFileSync(join(__dirname, 'engine-refusals.yml'), 'utf8'),
) as EngineRefusal[]
