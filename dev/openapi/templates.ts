import { readdirSync, readFileSync } from 'node:fs'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import type { DeclaredOperation } from '../../plugins/kit/declared-operation.js'
import { explainable } from '../../plugins/kit/templates/explainable.js'
import { templateNamed } from '../../plugins/kit/templates/named.js'
import { operationOf } from '../../plugins/kit/templates/operation.js'
import { paramsOf } from '../../routes/pipelines.js'
import { isServed, parseRoutes } from '../../routes/routes.js'

/** The search templates as shipped, by the paths of their endpoints. */
export function shippedTemplates(): [path: string, operation: DeclaredOperation][] {
  const file = 'config/gateway.config.yml'
  const { value } = parseSource(file, readFileSync(file, 'utf8'), (name) => name)
  return parseRoutes(value as Mapping)
    .filter(isServed)
    .flatMap(({ path, endpoint, pipeline }) => {
      if (paramsOf(pipeline, 'search-template').length === 0) return []
      return [[path, operationOf(explainable(templateNamed(endpoint)))]]
    })
}

/** Every field that an answer of a shipped search template may contain. */
export function shippedFields(): Set<string> {
  const names = readdirSync('config/search-templates').filter((name) => name.endsWith('.yml'))
  return new Set(names.flatMap((name) => templateNamed(name.slice(0, -4)).fields))
}
