import type { Parameter } from './parameter.js'
import type { Question } from './question.js'

/** The part of an OpenAPI operation that differs from other calls. */
export function operationOf(question: Question, price: number): object {
  const { name, title, description, parameters } = question
  return {
    operationId: operationId(name),
    tags: ['Organizations'],
    summary: title,
    description,
    'x-addition': true,
    'x-max-price': price,
    parameters: [...parameters.values()].map(parameterOf),
  }
}

/** `organization-suggest` is `organizationSuggest`. */
function operationId(name: string): string {
  return name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function parameterOf({ name, isInPath, isRequired, description, schema, example }: Parameter) {
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath || isRequired,
    description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
    ...(example !== undefined && schema.type !== 'array' && { example }),
  }
}
