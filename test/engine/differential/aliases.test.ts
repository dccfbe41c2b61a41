import { walk } from '../../../dev/engine/test/alias-walk.js'

const { ELASTICSEARCH_URL: url } = process.env
if (url === undefined) throw new Error('set ELASTICSEARCH_URL to a node that may be written to')

// the embedded engine walks the same way in its own tests
test('aliases and hidden indices of the real node are as the embedded engine has them', async () => {
  expect(await walk(url)).toEqual([])
})
