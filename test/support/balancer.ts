import { request } from 'node:http'
import { startService } from './service.js'

/** What comes before several services: each request goes to the next one. */
export function startBalancer(targets: readonly string[]) {
  let turn = 0
  return startService((req, res) => {
    const { method = 'GET', headers, url = '/' } = req
    const asked = request(
      new URL(url, targets[turn++ % targets.length]),
      { method, headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      },
    )
    asked.on('error', () => res.destroy())
    req.pipe(asked)
  })
}
