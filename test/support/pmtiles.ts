import { writeFileSync } from 'node:fs'

/** Bytes of the header of version 3, by the PMTiles specification. */
const headerBytes = 127
/** The tiles of all zooms up to this one are the same here. */
const maxZoom = 12
const tiles = (4 ** (maxZoom + 1) - 1) / 3

/** Where the header has what a test may want to be wrong. */
export type HeaderChange = Partial<Record<'version' | 'compression' | 'type', number>>

/** Writes an archive in which the whole Earth is land with a square of water, for a map to draw. */
export function writeTiles(file: string, change: HeaderChange = {}): void {
  writeFileSync(file, tileArchive(change))
}

export function tileArchive({ version = 3, compression = 1, type = 1 }: HeaderChange = {}): Buffer {
  const tile = Buffer.concat([layer('earth', square(0, 4096)), layer('water', square(1024, 2048))])
  // entries, their first id, how many tiles each is, its length, and its offset and 1
  const directory = Buffer.concat([1, 0, tiles, tile.length, 1].map(varint))
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header[7] = version
  let offset = headerBytes
  // directory, metadata, no further directories, tiles
  for (const [i, { length }] of [directory, metadata, Buffer.alloc(0), tile].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i)
    offset += length
  }
  for (const i of [0, 1, 2]) header.writeBigUInt64LE(BigInt(i === 0 ? tiles : 1), 72 + 8 * i)
  header.set([1, compression, compression, type, 0, maxZoom], 96)
  for (const [i, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * i)
  return Buffer.concat([header, directory, metadata, tile])
}

// vector tiles: protocol buffers of layers

function layer(name: string, feature: Buffer): Buffer {
  const extent = [...varint(5 << 3), ...varint(4096)]
  const version = [...varint(15 << 3), 2]
  return member(
    3,
    Buffer.concat([
      member(1, Buffer.from(name)),
      member(2, feature),
      Buffer.from(extent.concat(version)),
    ]),
  )
}

/** A polygon without attributes. */
function square(from: number, size: number): Buffer {
  const zigzag = (value: number) => (value << 1) ^ (value >> 31)
  const [moveTo, lineToThrice, close] = [9, 26, 15]
  const corners = [size, 0, 0, size, -size, 0].map(zigzag)
  const commands = [moveTo, zigzag(from), zigzag(from), lineToThrice, ...corners, close]
  const polygon = Buffer.from([3 << 3, 3])
  return Buffer.concat([polygon, member(4, Buffer.concat(commands.map(varint)))])
}

const member = (number: number, content: Buffer): Buffer =>
  Buffer.concat([varint((number << 3) | 2), varint(content.length), content])

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}
