import { logLevel } from '../kit/settings.js'
import { banner } from './banner.js'
import { prepareLogin } from './demo-login.js'
import { type Stack, startStack } from './stack.js'

/** `npm start`: the whole product on one machine, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const startedAt = performance.now()
  logLevel() // here, so that a mistake is one line and not one from each part
  const login = prepareLogin()
  const demo = login.passwordFile === undefined ? {} : { DEMO_PASSWORD_FILE: login.passwordFile }
  const starting = startStack({ ...process.env, ...demo })
  let stopping: Promise<void> | undefined
  const stop = (code: number) => {
    stopping ??= starting.then((stack) => stack.close()).then(() => process.exit(code))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  process.on('disconnect', () => stop(0))

  const stack: Stack = await starting
  void stack.failed.then((part) => {
    if (!stopping) console.error(`the ${part} ended by itself; stopping the rest`)
    stop(1)
  })
  process.stdout.write(`${banner(stack, login, performance.now() - startedAt)}\n`)
  const { gateway, auth, engine } = stack
  process.send?.({ ready: 'stack', gateway, auth, engine })
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
