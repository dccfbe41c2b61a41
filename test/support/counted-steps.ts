import { type Profiler, Session } from 'node:inspector'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
afterAll(() => {
  session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})

/**
 * Runs something. @returns how many functions, branches and loops of a folder's files it has
 * entered: about the same on every machine. Of functions that ran before this file was imported,
 * only the calls count.
 */
export function countSteps(folder: string, run: () => void): number {
  takeCoverage()
  run()
  return takeCoverage()
    .filter(({ url }) => url.includes(folder))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

/** What was entered since the last call: the answer comes at once. */
function takeCoverage(): Profiler.ScriptCoverage[] {
  let scripts: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    scripts = result
  })
  return scripts
}
