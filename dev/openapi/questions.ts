import { readFileSync } from 'node:fs'
import { parseSource } from '../../kit/config/yaml/source.js'
import type { DeclaredOperation } from '../../plugins/kit/declared-operation.js'
import { openRoutes } from '../../plugins/kit/routing.js'
import type { Params } from '../../plugins/search-rules/grammar/settings.js'
import { judge } from '../../plugins/search-rules/question/judge.js'
import { operationOf } from '../../plugins/search-rules/question/operation.js'
import { readQuestion } from '../../plugins/search-rules/question/read.js'

/** The questions as shipped, by the paths of their endpoints. */
export function shippedQuestions(): [path: string, operation: DeclaredOperation][] {
  const file = 'config/gateway.config.yml'
  const { value } = parseSource(file, readFileSync(file, 'utf8'), (name) => name)
  return openRoutes((value ?? {}) as { apiEndpoints?: unknown; pipelines?: unknown }).flatMap(
    ({ paths, steps }) => {
      const [step] = steps('question') as unknown as readonly { name: string; rules: Params }[]
      const question = step && readQuestion(step.name).question
      if (!question) return []
      const operation = operationOf(question, judge(question, step.rules).price)
      return paths.map((path): [string, DeclaredOperation] => [path, operation])
    },
  )
}
