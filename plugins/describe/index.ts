import { engineUnavailable } from '../../kit/api/engine-unavailable.js'
import { type AccessValues, accessOf } from '../../kit/elasticsearch/access.js'
import { type Choice, fieldChoice, optionSchemas } from '../../packages/query-guard/src/index.js'
import { accessMistakes, accessNames, accessParams } from '../kit/engine-access.js'
import { entityTag, isHeld } from '../kit/entity-tag.js'
import { fieldCatalogOf } from '../kit/field-catalog.js'
import { type Description, describerOf, openOf } from '../kit/field-description.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { byPlan, plansIn, rulesFor } from '../kit/rules/by-plan.js'
import { prefixMistakes } from '../kit/rules/index-prefixes.js'
import { parseDescriptions } from './described-file.js'

/** The rules of searches, as far as they decide what is described. */
interface RulesOfFields {
  indexPrefixes: string[]
  engine: AccessValues
  fields?: Choice
  filter?: object
  plans?: Record<string, Partial<Pick<RulesOfFields, 'indexPrefixes' | 'fields' | 'filter'>>>
}

interface Params {
  rules: RulesOfFields
  file?: string
  version: string
}

/** Lists the fields of the indices that the search rules allow a caller to name. */
const describe = definePolicy<Params, 'caller' | 'authorized'>({
  name: 'describe',
  params: {
    rules: {
      type: 'object',
      description: 'Parameters of the search rules of these callers, by an alias (*rules).',
      properties: {
        indexPrefixes: optionSchemas.indexPrefixes,
        engine: {
          type: 'object',
          description: 'The engine whose fields are listed.',
          properties: accessParams,
          required: ['nodes'],
          additionalProperties: false,
        },
        fields: fieldChoice,
        filter: { type: 'object', description: 'If it is set, fields have no examples.' },
        plans: {
          type: 'object',
          description: 'Rules of the callers of a plan, by its name, as in search-rules.',
          additionalProperties: {
            type: 'object',
            properties: { indexPrefixes: optionSchemas.indexPrefixes, fields: fieldChoice },
          },
        },
      },
      required: ['indexPrefixes', 'engine'],
    },
    file: {
      type: 'string',
      minLength: 1,
      description:
        'Path of a JSON file with the "data" of an answer of this call. It is returned until ' +
        'the engine has returned its fields.',
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
  create({ rules, file, version }) {
    const written = file === undefined ? undefined : parseDescriptions(file)
    const describerFor = byPlan(plansIn(rules), (plan) =>
      makeDescriber(rulesFor(rules, plan), written),
    )

    return function describe(context, req) {
      const described = describerFor(context.caller.plan)()
      if (!described) throw engineUnavailable(version, 'unreachable')
      const { data, tag } = described
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

/** Describes what some rules allow; what is written until the engine has reported its fields. */
function makeDescriber(
  rules: RulesOfFields,
  description: Description | undefined,
): () => Tagged | undefined {
  const written = description && tagged(openOf(description, rules))
  const catalog = fieldCatalogOf(accessOf(rules.engine, accessNames), rules.indexPrefixes)
  const currentDescription = describerOf(catalog, rules)
  let latest = written
  return function currentlyTagged() {
    const known = currentDescription()
    if (known && known !== latest?.data) latest = tagged(known)
    return known ? latest : written
  }
}

const tagged = (data: Description): Tagged => ({ data, tag: entityTag(JSON.stringify(data)) })

export const { version, policies, schema, init } = definePlugin(describe)
