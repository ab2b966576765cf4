import { type FileHandle, open } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'

/** Frames that a decoder may be made to list, as its index and its edit lists say: about 60 MB of memory. */
const MOST_FRAMES = 2_000_000

/** Boxes that are looked at; a video in fragments of half a second has about ten for each. */
const MOST_BOXES = 100_000

/** Boxes that hold others on the way to what counts frames. */
const NESTS: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'edts',
  'mdia',
  'minf',
  'stbl',
  'moof',
  'traf',
])

/** Where a box holds its number of samples or edits, after its head. */
const COUNTS: Readonly<Record<string, number>> = { stsz: 8, stz2: 8, trun: 4, elst: 4 }

type Range = { from: number; to: number }

/**
 * Bounds what the index of an mp4 or MOV claims (ISO/IEC 14496-12) before a decoder reads it, which makes a list of it:
 * a few bytes can claim any number of frames, and each edit can repeat all of them. What is damaged is left to the
 * decoder.
 * @throws Fault `unsupported` where that is more than any feature takes, or the index is compressed
 */
export async function requireIndex(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let boxes = 0
    const count = async (range: Range): Promise<{ samples: number; edits: number }> => {
      let [samples, edits] = [0, 0]
      for (let at = range.from; at + 8 <= range.to; ) {
        if (++boxes > MOST_BOXES) throw tooLong()
        const box = await readHead(file, at, range.to)
        if (box.type === 'cmov') throw new Fault('unsupported', 'The index is compressed.')
        if (NESTS.has(box.type)) {
          const inner = await count({ from: at + box.head, to: at + box.size })
          // Edits repeat the samples of their own track only.
          samples += inner.samples * (box.type === 'trak' ? Math.max(1, inner.edits) : 1)
          if (box.type !== 'trak') edits += inner.edits
        } else if (box.type === 'elst') edits += box.count
        else samples += box.count
        if (samples > MOST_FRAMES || edits > MOST_FRAMES) throw tooLong()
        at += box.size
      }
      return { samples, edits }
    }
    await count({ from: 0, to: size })
  } finally {
    await file.close()
  }
}

type IsoBox = { type: string; head: number; size: number; count: number }

/** The head of a box that ends before `end`, and the number of samples or edits in it. */
async function readHead(file: FileHandle, at: number, end: number): Promise<IsoBox> {
  const { buffer: bytes } = await file.read(Buffer.alloc(32), 0, 32, at)
  const short = bytes.readUInt32BE(0)
  const type = bytes.toString('latin1', 4, 8)
  const head = short === 1 ? 16 : 8
  const said = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? end - at : short
  const size = Math.min(end - at, Math.max(head, said))
  const within = COUNTS[type]
  return { type, head, size, count: within === undefined ? 0 : bytes.readUInt32BE(head + within) }
}

function tooLong(): Fault {
  return new Fault('unsupported', 'The video has more frames than can be worked on.')
}
