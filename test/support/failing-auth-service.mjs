import { join } from 'node:path'

/**
 * The auth service's public listener, over a store that works until a message says that it shall fail: then every call
 * of the store does. BUILT names the folder of the built product, STORE_FOLDER that of the store.
 */
const load = (file) => import(join(process.env.BUILT, 'auth-service', file))

const { openLowdbStore } = await load('store/lowdb/lowdb.js')
const { StoreError } = await load('store/errors.js')
const { createService } = await load('service.js')
const { parseConfig } = await load('config.js')
const { makeFirstUser } = await load('first-user.js')
const { authSettings } = await load('settings.js')
const { publicRoutes } = await load('routes/tables.js')
const { accessGuards } = await load('http/access.js')
const { listen } = await load('http/listener.js')

let isFailing = false
const store = new Proxy(await openLowdbStore(process.env.STORE_FOLDER), {
  get(target, name) {
    const member = target[name]
    if (typeof member !== 'function') return member
    return (...given) =>
      isFailing ? Promise.reject(new StoreError('away', 'the planted fault')) : member.apply(target, given)
  },
})
const { config } = parseConfig('f', '', () => undefined)
const service = await createService({ store, config, seed: undefined, onError: () => {} })
await makeFirstUser(service, process.env)
const { clientOf, connections, places } = authSettings(process.env)
const guards = accessGuards({ service: 'nobody knows', operator: 'it here' }, service.sessions)
const { url } = await listen(publicRoutes(service), guards, { place: places.public, connections, clientOf })
process.on('message', () => {
  isFailing = true
  process.send({ isFailing })
})
process.send({ url })
