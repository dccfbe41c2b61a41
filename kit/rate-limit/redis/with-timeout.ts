/**
 * The answer, if it comes within this many milliseconds. They are counted in ticks, so that a stall
 * of our own event loop counts as one of them, and what has arrived meanwhile is read before the
 * next.
 * @throws Error with the code TIMEOUT, or the answer's rejection.
 */
export function withTimeout<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const ticks = 5
  return new Promise((resolve, reject) => {
    let left = ticks
    const timer = setInterval(() => {
      if (--left === 0)
        reject(Object.assign(new Error(`no answer within ${ms} ms`), { code: 'TIMEOUT' }))
    }, ms / ticks)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
