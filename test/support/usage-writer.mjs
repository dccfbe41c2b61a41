/**
 * A ledger that writes every few milliseconds, until it is killed. Says on stdout, at each
 * collection, how many requests the store has and how many it gets next.
 */
const { UsageLedger } = await import(process.env.LEDGER_MODULE)
const { UsageFiles } = await import(process.env.FILES_MODULE)
const { toHour, createUsed } = await import(process.env.USAGE_MODULE)

let handed = 0
const rowsOf = (count) =>
  Array.from({ length: count }, (_, i) => {
    const row = { hour: toHour(Date.now()), owner: '1', key: `key-${i}`, prefix: 'npd_aaaaaaaa' }
    return { ...row, ...createUsed(), requests: 1 }
  })
const ipc = {
  async request() {
    const rows = rowsOf(200)
    // what was handed over before is written: collections wait for writes
    process.stdout.write(`${handed} ${handed + rows.length}\n`)
    handed += rows.length
    return { rows, terms: [] }
  },
}
new UsageLedger(new UsageFiles(process.env.USAGE_FOLDER), { workers: [{ ipc }] }, 5)
setInterval(() => undefined, 1000)
