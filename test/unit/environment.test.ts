import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment'
import Environment from '../support/environment.js'

test('timers of a test file end with it, also those that it starts later', async () => {
  const projectConfig = { globals: {}, testEnvironmentOptions: {}, fakeTimers: {} }
  const environment = new Environment(
    { projectConfig, globalConfig: {} } as JestEnvironmentConfig,
    {} as EnvironmentContext,
  )
  await environment.setup()
  const { setTimeout: later, setInterval: repeat } = environment.global
  const ran: string[] = []
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  later((what: string) => ran.push(what), 1, 'timeout')
  repeat(() => ran.push('interval'), 1)
  await wait(20)
  expect(new Set(ran)).toEqual(new Set(['timeout', 'interval']))
  later(() => ran.push('timeout before the end'), 10)
  await environment.teardown()
  later(() => ran.push('timeout after the end'), 1)
  repeat(() => ran.push('interval after the end'), 1)
  ran.length = 0
  await wait(30)
  expect(ran).toEqual([])
})
