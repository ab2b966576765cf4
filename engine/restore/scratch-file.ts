import { type FileHandle, open } from 'node:fs/promises'
import type { Size } from '../geometry/size.ts'
import { withinMemory } from '../media/within-memory.ts'
import { storedSize } from '../prepare/orientation.ts'
import { decodeStored } from '../prepare/source/decode-source.ts'
import type { Source } from '../prepare/source/source.ts'

/** Bytes before the pixels in libvips' own format, its magic number, and where it has width, height and bands. */
const HEADER_BYTES = 64
const MAGIC = 0x08f2a6b6
const FIELDS = { width: 4, height: 8, bands: 12 } as const

/** Values of a channel as a file has them: 8 or 16 bits. */
export type Samples = Uint8Array | Uint16Array

/**
 * A source's decoded pixels in a file, as the source stores them: not turned upright, in its own profile and at its own
 * depth. Rows can be read and written one by one, so that the memory for a picture does not grow with it.
 */
export type ScratchFile = {
  path: string
  width: number
  height: number
  channels: number
  /** The value of white: 255 or 65,535. */
  white: number
  /** Reads whole rows, one after the other, to the beginning of `into`. */
  readRows(top: number, count: number, into: Samples): Promise<void>
  writeRows(top: number, rows: Samples): Promise<void>
  close(): Promise<void>
}

/**
 * Decodes a source into a scratch file. libvips writes its own format row by row as it decodes.
 * @param path of the file to make; it ends in `.v`
 * @throws Fault `unreadable` when the pixels are damaged or cut off
 */
export async function openScratchFile(source: Source, path: string): Promise<ScratchFile> {
  const deep = source.bitDepth === 16
  await source.check.decode((failOn) => {
    const stored = decodeStored(source, failOn)
    return withinMemory(
      source.path,
      () => (source.inks ? stored : stored.keepIccProfile()).toFile(path),
      source.page,
    )
  })
  const { width, height } = storedSize(source, source.orientation)
  const file = await open(path, 'r+')
  const channels = await readChannels(file, { width, height }).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  const rowBytes = width * channels * (deep ? 2 : 1)
  const bytesOf = ({ buffer, byteOffset }: Samples, count: number) =>
    Buffer.from(buffer, byteOffset, count)
  return {
    path,
    width,
    height,
    channels,
    white: deep ? 65_535 : 255,
    readRows: async (top, count, into) => {
      await readExactly(file, bytesOf(into, count * rowBytes), HEADER_BYTES + top * rowBytes)
    },
    writeRows: async (top, rows) => {
      await file.write(
        bytesOf(rows, rows.byteLength),
        0,
        rows.byteLength,
        HEADER_BYTES + top * rowBytes,
      )
    },
    close: () => file.close(),
  }
}

/** The channels that the header of a scratch file tells, which is of a picture of this size. */
async function readChannels(file: FileHandle, { width, height }: Size): Promise<number> {
  const header = await readExactly(file, Buffer.alloc(HEADER_BYTES), 0)
  const number = (at: number) => header.readInt32LE(at)
  const matches = number(FIELDS.width) === width && number(FIELDS.height) === height
  if (header.readUInt32LE(0) !== MAGIC || !matches) {
    throw new Error('The scratch file is not what was asked for.')
  }
  return number(FIELDS.bands)
}

async function readExactly(file: FileHandle, into: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done)
    if (bytesRead === 0) throw new Error('The scratch file is shorter than its pixels.')
    done += bytesRead
  }
  return into
}
