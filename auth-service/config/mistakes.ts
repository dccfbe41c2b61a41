import type Joi from 'joi'
import { type Diagnostic, didYouMean } from '../../kit/config/yaml/diagnostics.js'
import { unplainNumber } from '../../kit/config/yaml/numbers.js'
import { listKeys } from './schema.js'

/** The texts for joi's errors: rule, requirement, and fix. Joi's own texts reveal values. */
const findings: Readonly<Record<string, readonly [rule: string, demand: string, remedy: string]>> =
  {
    'object.base': [
      'wrong-type',
      'must be a mapping',
      'write its keys with their values, or remove it',
    ],
    'object.min': ['wrong-value', 'must not be empty', 'write at least one'],
    'any.required': ['missing-key', 'is missing', 'write it'],
    'any.invalid': ['wrong-value', 'is a reserved word', 'give it another name'],
    'array.base': [
      'wrong-type',
      'must be a list',
      'write it in brackets, such as [organizations:read] or [gold]',
    ],
    'array.unique': ['duplicate', 'occurs twice in its list', 'remove one'],
    'array.sparse': ['wrong-value', 'must not be empty', 'remove it, or write a value'],
    'string.base': ['wrong-type', 'must be text', 'write a word'],
    'string.empty': ['wrong-value', 'must not be empty', 'write a word, or remove it'],
    'any.only': ['wrong-value', 'has no such value', 'write off, invite, domains or open'],
    'string.domain': [
      'wrong-value',
      'is no domain',
      'write a name such as example.org, without "@" and "*"',
    ],
    'string.pattern.scope': [
      'wrong-value',
      'is no scope',
      'write two words in small letters, such as organizations:read',
    ],
    'string.pattern.plan': [
      'wrong-value',
      'is not a valid plan name',
      'use small letters, digits and "-"',
    ],
    'number.base': ['wrong-type', 'must be a number', 'write it in digits, without a unit'],
    'number.written': [
      'wrong-type',
      'must be a number in plain decimal form',
      unplainNumber.remedy,
    ],
    'number.infinity': ['wrong-value', 'must be a number', 'write it in digits'],
    'number.unsafe': ['wrong-value', 'is too great', 'write a number of fewer digits'],
    'number.integer': ['wrong-value', 'must be a whole number', 'write it without decimals'],
  }

/** The operator's mistake behind an error of joi. */
export function toDiagnostic({ type, path, context = {} }: Joi.ValidationErrorItem): Diagnostic {
  const name = `"${context.label}"`
  if (path.length === 0) {
    const remedy = `keys: ${listKeys([]).join(', ')}`
    return { path, rule: 'wrong-type', message: 'the file must be a mapping', remedy }
  }
  if (type === 'object.unknown') return unknownKey(path)
  if (type === 'number.min' || type === 'number.max') {
    const [size, bound] = type === 'number.min' ? ['small', 'least'] : ['great', 'most']
    const remedy = `write at ${bound} ${context.limit}`
    return { path, rule: 'wrong-value', message: `${name} is too ${size}`, remedy }
  }
  const other = ['wrong-value', 'is not valid', 'see the comments of the shipped file'] as const
  const kind = type === 'string.pattern.name' ? `string.pattern.${context.name}` : type
  const [rule, demand, remedy] = findings[kind] ?? other
  return { path, rule, message: `${name} ${demand}`, remedy }
}

function unknownKey(path: Diagnostic['path']): Diagnostic {
  const rule = 'unknown-key'
  const key = String(path.at(-1))
  const known = listKeys(path.slice(0, -1))
  if (known.length > 0)
    return { path, rule, message: `unknown key "${key}"`, remedy: didYouMean(key, known) }
  return {
    path,
    rule,
    message: `"${key}" is not a valid role name`,
    remedy: 'use small letters, digits and "-"',
  }
}
