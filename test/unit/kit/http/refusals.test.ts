import { toRefusal } from '../../../../kit/http/refusals.js'

test('a packet in the midst of large headers, without a line end, is no long target', () => {
  const error = { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.alloc(9000, 'a') }
  expect(toRefusal(error as never)).toMatchObject({ code: 'HEADERS_TOO_LARGE', status: 431 })
})
