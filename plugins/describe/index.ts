import { engineUnavailable } from '../../kit/api/engine-unavailable.js'
import { type AccessValues, accessOf } from '../../kit/elasticsearch/access.js'
import { accessMistakes, accessNames, accessParams } from '../kit/engine-access.js'
import { entityTag, isHeld } from '../kit/entity-tag.js'
import { fieldCatalogOf } from '../kit/field-catalog.js'
import { type Description, describerOf, openOf } from '../kit/field-description.js'
import { type FieldChoice, fieldChoice, fieldRules } from '../kit/field-rules.js'
import { indexPrefixesParam, prefixMistakes } from '../kit/index-prefixes.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { describedIn } from './described-file.js'

interface Params {
  rules: { indexPrefixes: string[]; engine: AccessValues; fields?: FieldChoice }
  file?: string
  version: string
}

/** Lists the fields of the indices that the search rules allow a caller to name. */
const describe = definePolicy<Params, 'caller' | 'authorized'>({
  name: 'describe',
  params: {
    rules: {
      type: 'object',
      description:
        'Parameters of the search rules that hold for these callers, by an alias (*rules) of ' +
        'their own.',
      properties: {
        indexPrefixes: indexPrefixesParam,
        engine: {
          type: 'object',
          description: 'The engine whose fields are listed.',
          properties: accessParams,
          required: ['nodes'],
          additionalProperties: false,
        },
        fields: fieldChoice,
      },
      required: ['indexPrefixes', 'engine'],
    },
    file: {
      type: 'string',
      minLength: 1,
      description:
        'Path of a JSON file with "data" of an answer of this call, told until the engine has ' +
        'told its fields.',
    },
    version: { type: 'string', default: 'v9', description: 'Engine version, for errors.' },
  },
  required: ['rules'],
  role: 'answer',
  place: { needs: ['caller', 'authorized'] },
  check: ({ rules }) => [
    ...prefixMistakes(rules.indexPrefixes).map((mistake) => ({
      ...mistake,
      path: ['rules', ...mistake.path],
    })),
    ...accessMistakes(rules.engine, ['rules', 'engine']),
  ],
  create({ rules: { indexPrefixes, engine, fields }, file, version }) {
    const rules = fieldRules(fields?.allow, fields?.deny)
    const written = file === undefined ? undefined : tagged(openOf(describedIn(file), rules))
    const currentDescription = describerOf(
      fieldCatalogOf(accessOf(engine, accessNames), indexPrefixes),
      indexPrefixes,
      rules,
    )

    let told = written

    return function describe(context, req) {
      const known = currentDescription()
      if (known && known !== told?.data) told = tagged(known)
      if (!known) told = written
      if (!told) throw engineUnavailable(version, 'unreachable')
      const { data, tag } = told
      const isKnown = isHeld(tag, req.headers['if-none-match'])
      // Only this caller may cache it, and must revalidate it each time
      const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
      context.result = isKnown ? { status: 304, data: undefined, headers } : { data, headers }
      return undefined
    }
  },
})

interface Tagged {
  data: Description
  tag: string
}

const tagged = (data: Description): Tagged => ({ data, tag: entityTag(JSON.stringify(data)) })

export const { version, policies, schema, init } = definePlugin(describe)
