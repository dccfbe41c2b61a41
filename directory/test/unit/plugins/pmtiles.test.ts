import { closeSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tileArchive } from '../../../../test/support/pmtiles.js'
import { type ArchiveFault, openArchive } from '../../../plugins/site/pmtiles.js'

/** Which files a map can be drawn of; test/http/plugins/welcome.test.ts has how one is served. */

const file = join(tmpdir(), `archive-${process.pid}.pmtiles`)
afterEach(() => rmSync(file, { force: true }))

function open(content: Buffer) {
  writeFileSync(file, content)
  const { descriptor, ...archive } = openArchive(file)
  closeSync(descriptor)
  return archive
}

test('an archive by its header; the digest is that of the content', () => {
  const archive = tileArchive()
  const { digest, ...others } = open(archive)
  expect(others).toEqual({ bytes: archive.length, maxZoom: 12 })
  expect(open(Buffer.concat([archive, archive])).digest).not.toBe(digest)
})

test.each([
  ['gzip', tileArchive({ compression: 2 }), undefined, ''],
  ['empty', Buffer.alloc(0), 'is no PMTiles archive', 'pmtiles extract'],
  ['pictures', tileArchive({ type: 2 }), 'has pictures, not vector tiles', 'of vector tiles'],
  ['brotli', tileArchive({ compression: 3 }), 'browsers cannot unpack', 'with gzip'],
])('%s', (_, content, message, remedy) => {
  let fault: ArchiveFault | undefined
  try {
    open(content)
  } catch (error) {
    fault = error as ArchiveFault
  }
  if (message === undefined) expect(fault).toBeUndefined()
  else {
    expect(fault?.message).toContain(message)
    expect(fault?.remedy).toContain(remedy)
  }
})
