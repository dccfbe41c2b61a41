import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A PMTiles archive that is open: what it holds stays the same until it is closed. */
export interface TileArchive {
  descriptor: number
  bytes: number
  /** Changes with the file. */
  digest: string
  /** The zoom of its finest tiles. */
  maxZoom: number
}

/** Why a file does not serve, and what helps. */
export class ArchiveFault extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/** Bytes of the header of version 3, by the PMTiles specification. */
const headerBytes = 127
/** Where it has what is looked at here. */
const at = { version: 7, internalCompression: 97, tileCompression: 98, type: 99, maxZoom: 101 }
const vector = 1
/** What browsers unpack, by the names of the specification: none, and gzip. */
const compressions = [1, 2]

const make = 'make one of an area, such as by: pmtiles extract SOURCE area.pmtiles --bbox=…'

/**
 * Opens an archive.
 * @throws ArchiveFault when it cannot be read, or is none of vector tiles in version 3.
 */
export function openArchive(file: string): TileArchive {
  const descriptor = opened(file)
  try {
    const header = Buffer.alloc(headerBytes)
    const { size, mtimeMs } = fstatSync(descriptor)
    const read = readSync(descriptor, header, 0, headerBytes, 0)
    checkHeader(header.subarray(0, read))
    const digest = createHash('sha256').update(`${size} ${mtimeMs} `).update(header).digest('hex')
    const maxZoom = header[at.maxZoom]!
    return { descriptor, bytes: size, digest: digest.slice(0, 16), maxZoom }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ArchiveFault(`cannot read ${file} (${code})`, 'name a PMTiles file that is there')
  }
}

function checkHeader(header: Buffer): void {
  if (header.length < headerBytes || header.toString('latin1', 0, at.version) !== 'PMTiles')
    throw new ArchiveFault('the file is no PMTiles archive', make)
  const version = header[at.version]
  if (version !== 3)
    throw new ArchiveFault(
      `the archive has version ${version} of PMTiles, not 3`,
      'convert it: pmtiles convert OLD NEW',
    )
  if (header[at.type] !== vector)
    throw new ArchiveFault(
      'the archive has pictures, not vector tiles',
      `${make} from a source of vector tiles`,
    )
  for (const place of [at.internalCompression, at.tileCompression])
    if (!compressions.includes(header[place]!))
      throw new ArchiveFault(
        'the archive is compressed by what browsers cannot unpack',
        'make it with gzip, or without a compression',
      )
}
