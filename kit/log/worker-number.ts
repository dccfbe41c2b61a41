/** Argument of a worker: its number among those that share a port, from 1 on. */
export const asWorker = (number: number): string => `--worker=${number}`

/** The number of this process if it is a worker. */
export const workerNumber: number | undefined = (() => {
  const argument = process.argv.find((one) => one.startsWith('--worker='))
  return argument === undefined ? undefined : Number(argument.slice('--worker='.length))
})()
