import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { paramsOf } from '../../routes/pipelines.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import type { GatewayView } from '../kit/policy.js'
import { formMistakes } from '../kit/rules/mistakes.js'
import { backendsOf, rulesParam, type SearchRulesParams } from '../kit/rules/params.js'
import { unknownFieldAdvice } from '../kit/rules/unknown-fields.js'
import { explainable } from '../kit/templates/answer/answer.js'
import { makeCall } from '../kit/templates/answer/call.js'
import { toOperation } from '../kit/templates/answer/operation.js'
import { checkTemplate, loadTemplate } from '../kit/templates/fill/read-template.js'
import { makeEditorSchema } from '../kit/templates/fill/template-schema.js'

/** Parameters of the policy, as in the YAML. */
export interface SearchTemplateParams {
  templates: string[]
  rules: SearchRulesParams
}

/** Fills the search template of the endpoint by the parameters of a GET. */
export const searchTemplate = definePolicy<SearchTemplateParams, 'caller' | 'authorized'>({
  name: 'search-template',
  params: {
    templates: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$' },
      minItems: 1,
      uniqueItems: true,
      refuses: 'VALIDATION_ERROR',
      description:
        'Names of the templates: of their files in the folder search-templates, without .yml, ' +
        'and of the endpoints that they answer.',
    },
    rules: rulesParam('Parameters of the search rules that validate them.'),
  },
  required: ['templates', 'rules'],
  provides: ['search'],
  place: { needs: ['caller', 'authorized'], servesAnonymous: true },
  fileSchemas: {
    // of the kinds that the plugins have registered by then
    get 'search-template.json'() {
      return makeEditorSchema()
    },
  },
  isCheckPure: true,
  check({ templates, rules }, view) {
    const ofRules = formMistakes(rules, ['rules'])
    if (ofRules.length > 0) return ofRules
    const ofFiles = templates.flatMap((name, i) =>
      checkTemplate(name, ['templates', i], rules, view),
    )
    return [...endpointMistakes(templates, view), ...ofFiles]
  },
  backends: ({ rules }) => ({
    ...backendsOf(rules),
    advice: () => unknownFieldAdvice(rules, ['rules']),
  }),
  create({ templates, rules }, { gateway: { operations } }) {
    const calls = new Map(
      templates.map((name) => {
        const template = explainable(loadTemplate(name))
        operations?.set(name, toOperation(template))
        return [name, makeCall(template, rules)]
      }),
    )
    return async function searchTemplate(context, req, res) {
      const call = calls.get(context.endpoint ?? '')
      if (!call) throw new Error(`the endpoint "${context.endpoint}" has no search template`)
      call(context, req, res)
      return undefined
    }
  },
})

/** Endpoints of the pipeline without a template of their name. */
function endpointMistakes(templates: string[], { pipelines }: GatewayView): Diagnostic[] {
  return pipelines
    .filter((pipeline) =>
      paramsOf(pipeline, 'search-template').some(
        (own) => String(own.templates) === String(templates),
      ),
    )
    .flatMap(({ endpoints }) => endpoints.filter((name) => !templates.includes(name)))
    .map((name) => {
      const message = `the endpoint "${name}" has no template`
      const remedy = 'list the endpoints of the pipeline here, and declare a template for each'
      return { path: ['templates'], rule: 'template-missing', message, remedy }
    })
}

export const { version, policies, schema, init } = definePlugin(searchTemplate)
