import { countCode } from '../../../dev/count-lines.js'
import { compareCost } from '../../support/cost-reporter.js'

test.each([
  ['blank lines', 'a.ts', 'a\n\n  \nb\n', 2],
  ['comments of a line, and those behind code', 'a.ts', '// a\n  // b\nc // d\n', 1],
  ['blocks of comments', 'a.ts', '/** a */\n/*\n b\n */\nc\n', 1],
  ['a block in a page', 'a.tsx', '{/* a\n b */}\n<b />\n', 1],
  ['imports, on one line or several', 'a.ts', "import 'a'\nimport {\n  b,\n} from 'c'\nd\n", 1],
  ['calls of import, and exports', 'a.ts', "import('a')\nimport.meta.url\nexport * from 'b'\n", 3],
  ['a text that looks like a comment', 'a.ts', "const a = '/* b'\nconst c = '// d'\n", 2],
  ['an import block of Go', 'a.go', 'import (\n\t"fmt"\n)\nfunc a() {}\n', 1],
  ['YAML', 'a.yml', '# a\nb: 1 # c\n  # d\n\n"#e": 2\n', 2],
  ['a script without an extension', '.ci/run', '#!/bin/sh\n\necho a\n', 1],
  ['Markdown, whose headings are no comments', 'a.md', '# a\n\nb\n', 2],
])('lines are counted without what says nothing: %s', (_, name, text, count) => {
  expect(countCode(name, text)).toBe(count)
})

const reached = { cpuSeconds: 300, gatewayWorkers: 40 }
test.each<[number | undefined, number, number, string, boolean]>([
  [375, 50, 1, '375 s of CPU, of 300; 50 gateway workers, of 40', false],
  [376, 9, 0.5, '376 s of CPU, ABOVE 1.25 times 300; 9 gateway workers, of 40', true],
  [750, 9, 2, '750 s of CPU, of 600; 9 gateway workers, of 40', false],
  [1, 51, 2, '1 s of CPU, of 600; 51 gateway workers, ABOVE 1.25 times 40', true],
  [
    undefined,
    9,
    1,
    'its CPU is not measured, as there is no /proc; 9 gateway workers, of 40',
    false,
  ],
])('a run of %s s and %i workers, %d times as slow, is compared', (...run) => {
  const [cpuSeconds, gatewayWorkers, slowness, told, isAbove] = run
  const text = `test: ${told} (dev/test-budget.json)`
  const cost = { cpuSeconds, gatewayWorkers }
  expect(compareCost(cost, reached, slowness)).toEqual({ text, isAbove })
})
