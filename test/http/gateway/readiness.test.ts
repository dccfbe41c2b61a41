import { rmSync } from 'node:fs'
import { startAuthService } from '../../support/auth-service.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { startDouble, startHost } from './project.js'

const greeting = { 'X-Elastic-Product': 'Elasticsearch' }

/** A gateway with an auth service and an engine of its own; `end` ends all of it. */
async function start(edit: (text: string) => string, workers = '1') {
  const auth = await startAuthService()
  const engine = await startDouble(200, greeting)
  const configDir = configCopy({ 'gateway.config.yml': edit })
  const host = await startHost(
    testEnvironment(auth.dataDir, configDir, {
      AUTH_SERVICE_URL: auth.url,
      AUTH_INTERNAL_URL: auth.internalUrl,
      ELASTICSEARCH_URL: engine.url,
      WORKERS: workers,
    }),
  )
  const page = async (path: string) => {
    const answer = await fetch(host.adminUrl + path)
    return { status: answer.status, text: await answer.text() }
  }
  const ready = async () => {
    const { status, text } = await page('/readyz')
    return {
      code: status,
      ...(JSON.parse(text) as { status: string; reason?: string; degraded?: string[] }),
    }
  }
  const up = async (dependency: string) => {
    const { text } = await page('/metrics')
    return new RegExp(`^directory_dependency_up\\{dependency="${dependency}"\\} (\\S+)$`, 'm').exec(
      text,
    )?.[1]
  }
  const degraded = async () =>
    (JSON.parse((await page('/status')).text) as { degraded: string[] }).degraded
  const end = async () => {
    await host.stop()
    await auth.stop()
    engine.close()
    rmSync(configDir, { recursive: true })
  }
  return { auth, engine, host, ready, up, degraded, end }
}

test('without the auth service it is ready and degraded as long as known credentials pass, then not ready', async () => {
  const gateway = await start((text) => text.replace('staleSeconds: 60', 'staleSeconds: 4'), '2')
  try {
    await until(async () => (await gateway.ready()).code === 200)
    const { accessToken } = await gateway.auth.login()
    const call = async () => {
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
      const url = `${gateway.host.url}/api/v1/organizations/search`
      // 400: the caller is known
      return (await fetch(url, { method: 'POST', headers, body: '{}' })).status
    }
    expect(await call()).toBe(400)
    expect(await gateway.ready()).toMatchObject({ code: 200, status: 'ready' })
    expect([await gateway.up('auth-service'), await gateway.degraded()]).toEqual(['1', []])

    await gateway.auth.stop()
    expect(await gateway.ready()).toMatchObject({
      code: 200,
      status: 'ready',
      degraded: ['auth-service'],
    })
    expect([await gateway.up('auth-service'), await gateway.degraded()]).toEqual([
      '0',
      ['auth-service'],
    ])
    expect(await call()).toBe(400)

    const ended = await until(async () => {
      const state = await gateway.ready()
      return state.code === 503 && state
    })
    expect(ended).toMatchObject({
      code: 503,
      status: 'not ready',
      reason: expect.stringContaining('does not answer'),
    })
    await until(async () => (await call()) === 503)
  } finally {
    await gateway.end()
  }
})

describe('without the engine', () => {
  test.each([
    ['it is ready and degraded', (text: string) => text.replace('slots: 128', 'slots: 64'), 200],
    [
      'it is not ready where the YAML says so',
      (text: string) =>
        text.replace('slots: 128', 'readyWithoutEngine: false\n              slots: 128'),
      503,
    ],
  ])('%s', async (_, edit, code) => {
    const gateway = await start(edit)
    try {
      await until(async () => (await gateway.ready()).code === 200)
      gateway.engine.close()
      const away = await until(async () => {
        const state = await gateway.ready()
        return (state.degraded !== undefined || state.code !== 200) && state
      })
      expect(away.code).toBe(code)
      if (code === 200) expect(away.degraded).toEqual(['engine'])
      else expect(away.reason).toBe(`the engine at ${gateway.engine.url} does not answer`)
      expect([await gateway.up('engine'), await gateway.degraded()]).toEqual(['0', ['engine']])
    } finally {
      await gateway.end()
    }
  })
})
