import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { summed } from '../../../dev/ci/report.js'
import { suites } from '../../../dev/ci/suites.js'
import { root } from '../../support/stack.js'

const result = (status: string, fullName: string) => ({ status, fullName })

test('a report is summed: tests of all files, failed ones by name, a crashed file as one', () => {
  const report = {
    testResults: [
      { name: 'a', status: 'passed', assertionResults: [result('passed', 'x')] },
      {
        name: 'b',
        status: 'failed',
        assertionResults: [result('passed', 'y'), result('failed', 'z'), result('pending', 'p')],
      },
      { name: 'c', status: 'failed', assertionResults: [] },
    ],
  }
  expect(summed(report)).toEqual({ passed: 2, failures: ['b: z', 'c: crashed'] })
  expect(summed()).toEqual({ passed: 0, failures: [] })
})

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const jestConfig = readFileSync(join(root, 'jest.config.js'), 'utf8')
const projects = [...jestConfig.matchAll(/project\(\s*'(\w+)'/g)].map(([, name]) => name!)
const files = readdirSync(join(root, 'test'), { recursive: true }).map((file) => `test/${file}`)

test.each(suites)('$name runs a script of package.json, or projects of Jest', ({ command }) => {
  const script = command.match(/^npm (?:run --silent )?(\S+)/)?.[1]
  if (script !== undefined) expect(scripts).toHaveProperty([script])
  const named =
    command
      .match(/--selectProjects ((?:\w+ ?)+)/)?.[1]
      ?.trim()
      .split(' ') ?? []
  expect(projects).toEqual(expect.arrayContaining(named))
})

test('every name in a pattern of paths is one of tests', () => {
  const patterns = suites.flatMap(
    ({ command }) => command.match(/--testPathPatterns (\S+)/)?.[1] ?? [],
  )
  for (const word of patterns.join('|').match(/[\w-]+(?=[|)]|$)/g) ?? [])
    expect([word, files.some((file) => file.includes(word))]).toEqual([word, true])
})
