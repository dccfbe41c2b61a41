import { readdirSync, readFileSync } from 'node:fs'
import { checkQuestion } from '../../directory/templates/check-question.js'
import { explainable } from '../../directory/templates/explainable.js'
import { operationOf } from '../../directory/templates/operation.js'
import type { Question } from '../../directory/templates/question.js'
import { readQuestion } from '../../directory/templates/read.js'
import { describe } from '../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import type { DeclaredOperation } from '../../plugins/kit/declared-operation.js'
import type { QuestionParams } from '../../plugins/search-template/index.js'
import { paramsOf } from '../../routes/pipelines.js'
import { isServed, parseRoutes } from '../../routes/routes.js'

/** The questions as shipped, by the paths of their endpoints. */
export function shippedQuestions(): [path: string, operation: DeclaredOperation][] {
  const file = 'config/gateway.config.yml'
  const { value } = parseSource(file, readFileSync(file, 'utf8'), (name) => name)
  return parseRoutes(value as Mapping)
    .filter(isServed)
    .flatMap(({ path, pipeline }) => {
      const [step] = paramsOf(pipeline, 'question') as unknown as QuestionParams[]
      if (!step) return []
      const question = shippedQuestion(step.name)
      const operation = operationOf(explainable(question), checkQuestion(question, step.rules).cost)
      return [[path, operation]]
    })
}

/** Every field that an answer to a shipped question may contain. */
export function shippedFields(): Set<string> {
  const names = readdirSync('config/search-templates').filter((name) => name.endsWith('.yml'))
  return new Set(names.flatMap((name) => shippedQuestion(name.slice(0, -4)).fields))
}

/** @throws Error for one that is not usable. */
function shippedQuestion(name: string): Question {
  const { question, mistakes } = readQuestion(name)
  if (!question) throw new Error(mistakes.map(describe).join('\n'))
  return question
}
