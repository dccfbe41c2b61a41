import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tests do not assert that something took little time: a busy machine fails them. They order
 * events, poll with a limit that means "never", or stop the clock (test/support/clock.ts).
 */

const root = join(__dirname, '../..')
/** `expect(performance.now() - startedAt)`, `expect(tookMs)` and the like, compared. */
const assertion =
  /expect\([^\n]*(?:\b(?:performance|Date)\.now\(\)|\btook\b|[a-z]Ms\b(?!'))[^\n]*\)\s*\.(?:not\.)?toBeLessThan/g

/** Lines of a file with such an assertion, unless its clock is stopped. */
function found(file: string, text: string): string[] {
  if (text.includes('standClock()')) return []
  return [...text.matchAll(assertion)].map(
    ({ 0: code, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${code}`,
  )
}

test('an assertion on elapsed time is found', () => {
  const bad = [
    'expect(performance.now() - startedAt).toBeLessThan(2000)',
    'expect(tookMs).toBeLessThan(deadlineMs + 250)',
    'expect(await until(isOver) - Date.now()).toBeLessThanOrEqual(1)',
  ]
  for (const line of bad) expect(found('a.ts', line)).toEqual([expect.stringContaining('a.ts:1')])
  expect(found('a.ts', `standClock()\n${bad[0]}`)).toEqual([])
  for (const good of ['expect(count).toBeLessThan(2)', 'expect(tookMs).toBeGreaterThan(2)'])
    expect(found('a.ts', good)).toEqual([])
})

test('no test asserts elapsed time', () => {
  const files = ['test', 'packages/embedded-engine/test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('elapsed-time.test.ts'))
      .map((name) => join(folder, name)),
  )
  expect(files.flatMap((file) => found(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})
