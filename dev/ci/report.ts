/** What Jest writes with `--json`, as far as it is read here. */
export interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/**
 * What the report of a suite says: how many tests passed, and the failed ones by file and name. A
 * file that crashed has no tests, and counts as one failure.
 */
export function summed(report?: Report): { passed: number; failures: string[] } {
  const files = report?.testResults ?? []
  const named = (file: Report['testResults'][number], status: string) =>
    file.assertionResults
      .filter((test) => test.status === status)
      .map(({ fullName }) => `${file.name}: ${fullName}`)
  const failures = files.flatMap((file) => {
    const names = named(file, 'failed')
    return names.length === 0 && file.status === 'failed' ? [`${file.name}: crashed`] : names
  })
  return { passed: files.flatMap((file) => named(file, 'passed')).length, failures }
}
