import { createRequire } from 'node:module'
import { didYouMean, type Mistake, type Path } from '../kit/yaml/mistakes.js'

const require = createRequire(import.meta.url)

/** One finding of Ajv 6, as far as it is read here (`verbose`, `jsonPointers`). */
interface Finding {
  keyword: string
  dataPath: string
  message?: string
  params: { additionalProperty?: string; missingProperty?: string; allowedValues?: unknown[] }
  schema: unknown
  parentSchema: { description?: string; properties?: Record<string, { description?: string }> }
}

interface Ajv {
  addSchema(schema: object): void
  validate(schema: object, value: unknown): boolean
  errors: Finding[] | null
}

/** Says what is wrong with a value and where, seen from `path`. Fills in the schema's defaults, as the host will. */
export type Validate = (schema: object, value: unknown, path: Path) => Mistake[]

/**
 * A validator that judges as express-gateway does: its own copy of Ajv with its options (lib/schemas/index.js), but all
 * mistakes at once, each with its place.
 * @param known Schemas that others refer to.
 */
export function makeValidate(known: Iterable<object>): Validate {
  const AjvOfHost = createRequire(require.resolve('express-gateway'))('ajv') as new (options: object) => Ajv
  const ajv = new AjvOfHost({
    useDefaults: true,
    coerceTypes: true,
    verbose: true,
    allErrors: true,
    jsonPointers: true,
    // The host has judged the schemas themselves, against the same draft, when their plugins were registered
    meta: false,
    validateSchema: false,
  })
  for (const schema of known) ajv.addSchema(schema)
  return (schema, value, path) => {
    if (ajv.validate(schema, value)) return []
    const places = new Set<string>()
    return (ajv.errors ?? [])
      .map((finding) => mistakeOf(finding, path))
      .filter(({ path: place }) => {
        const key = JSON.stringify(place)
        return !places.has(key) && places.add(key)
      })
  }
}

function mistakeOf({ keyword, dataPath, message, params, parentSchema }: Finding, path: Path): Mistake {
  const inner = dataPath.split('/').slice(1)
  const here = [...path, ...inner]
  const name = inner.filter((part) => !/^\d+$/.test(part)).join('.')
  const properties = parentSchema.properties ?? {}
  if (keyword === 'additionalProperties') {
    const key = params.additionalProperty ?? ''
    const known = Object.keys(properties).filter((property) => property !== 'getCommonAuthCallback')
    const message = `unknown parameter "${key}"`
    return { path: [...here, key], rule: 'unknown-parameter', message, remedy: didYouMean(key, known) }
  }
  if (keyword === 'required') {
    const key = params.missingProperty ?? ''
    return {
      path: here,
      rule: 'missing-parameter',
      message: `parameter "${key}" is missing`,
      remedy: properties[key]?.description ?? `add ${key}`,
    }
  }
  const allowed = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''
  const rule = (message ?? 'is not valid').replace(/^should/, 'must')
  return {
    path: here,
    rule: keyword === 'type' ? 'wrong-type' : 'wrong-value',
    message: name === '' ? `the parameters ${rule}` : `"${name}" ${rule}${allowed}`,
    remedy: parentSchema.description ?? 'mend its value',
  }
}
