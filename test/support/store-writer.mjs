/**
 * Writes to the store of STORE_FOLDER, one change after the other, and says on stdout what became
 * of each.
 */
const { openLowdbStore } = await import(process.env.STORE_MODULE)
const store = await openLowdbStore(process.env.STORE_FOLDER)
const say = (line) => process.stdout.write(`${line}\n`)
say('open')

async function attempt(name, work) {
  say(`begin ${name}`)
  try {
    await work()
    say(`done ${name}`)
  } catch (error) {
    say(`failed ${name} ${error.reason}`)
  }
}

for (let i = 0; i < 9; i++) {
  // two at once: they share a write
  await Promise.all([
    attempt(`create a${i}`, () => store.create('apiKeys', `a${i}`, { id: `a${i}`, ownerId: 1 })),
    attempt(`create b${i}`, () => store.create('apiKeys', `b${i}`, { id: `b${i}`, ownerId: 1 })),
  ])
  if (i % 3 !== 2) continue
  await attempt(`revoke a${i - 1}`, async () => {
    const revoked = await store.change('apiKeys', `a${i - 1}`, (key) => ({ ...key, revokedAt: 1 }))
    if (!revoked) throw new Error('it was never created')
  })
}
// a fault after a rename leaves the file ahead of what was said; the next write fixes that
await attempt('create last', () => store.create('apiKeys', 'last', { id: 'last', ownerId: 1 }))
process.exit(0)
