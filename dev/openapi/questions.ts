import { readdirSync, readFileSync } from 'node:fs'
import { describe } from '../../kit/config/yaml/diagnostics.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import type { DeclaredOperation } from '../../plugins/kit/declared-operation.js'
import { openRoutes } from '../../plugins/kit/routing.js'
import type { Params } from '../../plugins/search-rules/grammar/settings.js'
import { judge } from '../../plugins/search-rules/question/judge.js'
import { operationOf } from '../../plugins/search-rules/question/operation.js'
import type { Question } from '../../plugins/search-rules/question/question.js'
import { readQuestion } from '../../plugins/search-rules/question/read.js'

/** The questions as shipped, by the paths of their endpoints. */
export function shippedQuestions(): [path: string, operation: DeclaredOperation][] {
  const file = 'config/gateway.config.yml'
  const { value } = parseSource(file, readFileSync(file, 'utf8'), (name) => name)
  const routes = openRoutes(value as { apiEndpoints?: unknown; pipelines?: unknown })
  return routes.flatMap(({ paths, steps }) => {
    const [step] = steps('question') as unknown as readonly { name: string; rules: Params }[]
    if (!step) return []
    const question = shippedQuestion(step.name)
    const operation = operationOf(question, judge(question, step.rules).price)
    return paths.map((path): [string, DeclaredOperation] => [path, operation])
  })
}

/** Every field that an answer to a shipped question may hold. */
export function shippedFields(): Set<string> {
  const names = readdirSync('config/questions').filter((name) => name.endsWith('.yml'))
  return new Set(names.flatMap((name) => shippedQuestion(name.slice(0, -4)).fields))
}

/** @throws Error for one that is not usable. */
function shippedQuestion(name: string): Question {
  const { question, mistakes } = readQuestion(name)
  if (!question) throw new Error(mistakes.map(describe).join('\n'))
  return question
}
