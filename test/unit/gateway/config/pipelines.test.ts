import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { describe as describeMistake } from '../../../../kit/config/yaml/diagnostics.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { brokenConfigurations, right } from '../broken-configurations.js'
import { facts } from '../facts.js'

/** Every mistake of a text as the operator reads it. */
function mistakesOf(text: string): { line: number; text: string }[] {
  const source = parseSource('gateway.config.yml', text, () => undefined)
  const found =
    source.mistakes.length > 0
      ? source.mistakes
      : checkGateway(source.value as Record<string, unknown>, facts).map(source.place)
  return found.map((mistake) => ({ line: mistake.line, text: describeMistake(mistake) }))
}

test('the right configuration has no mistake', () => {
  expect(mistakesOf(right)).toEqual([])
})

test.each(brokenConfigurations)('%s is refused', (_, [from, to, says, lines = 0]) => {
  const [before, after] = right.split(from)
  expect(after).toBeDefined()
  const mistakes = mistakesOf(right.replace(from, () => to))
  expect(mistakes.map((mistake) => mistake.text).join('\n')).toContain(says)
  const told = mistakes.find((mistake) => mistake.text.includes(says))?.line
  expect(told).toBe(before!.split('\n').length + lines)
})

test('all mistakes are reported at once, each with its location', () => {
  const text = right
    .replace('maxBytes: 10', 'maxBytes: 0')
    .replace('serviceEndpoint: far', 'serviceEndpoint: fra')
  expect(mistakesOf(text).map((mistake) => mistake.text)).toEqual([
    'gateway.config.yml:20:23 "serviceEndpoint" names no declared service: did you mean "far"?',
    'gateway.config.yml:24:28 "maxBytes" must be >= 1: Greatest body.',
  ])
})
