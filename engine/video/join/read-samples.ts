/** The coded frames of a video without sound, in the order in which they are decoded. */
export type Samples = {
  /** The box `stsd`: how all of them are coded. */
  description: Buffer
  samples: { bytes: Buffer; composition: number; isKey: boolean }[]
}

/**
 * Reads the coded frames of an mp4 with one track, as this project's encoders write it (ISO/IEC 14496-12). Times of
 * composition tell only the order of display: edit lists are left out.
 */
export function readSamples(file: Buffer): Samples {
  const media = find(find(find(find(file, 'moov'), 'trak'), 'mdia'), 'minf')
  const table = find(media, 'stbl')
  const sizes = sizesOf(find(table, 'stsz'))
  const offsets = offsetsOf(table, sizes)
  const decoding = times(find(table, 'stts'), sizes.length)
  const shifts = boxIn(table, 'ctts')
  const shift = shifts && repeated(shifts, sizes.length, (at) => shifts.readInt32BE(at))
  const keys = boxIn(table, 'stss')
  const isKey = keys && new Set(list(keys).map((number) => number - 1))
  return {
    description: withoutRate(find(table, 'stsd', true)),
    samples: sizes.map((size, nth) => ({
      bytes: file.subarray(offsets[nth], offsets[nth]! + size),
      composition: decoding[nth]! + (shift?.[nth] ?? 0),
      isKey: isKey?.has(nth) ?? true,
    })),
  }
}

/** Bytes of `stsd` before the boxes in its one entry: two heads, version and count, and the fields of a picture. */
const FIELDS = 8 + 8 + 8 + 78

/** A description without the bit rate, which differs from segment to segment and which a writer adds again. */
function withoutRate(description: Buffer): Buffer {
  const rate = boxIn(description.subarray(FIELDS), 'btrt', true)
  if (!rate) return description
  const at = rate.byteOffset - description.byteOffset
  const rest = [description.subarray(0, at), description.subarray(at + rate.length)]
  const made = Buffer.concat(rest)
  for (const head of [0, 16]) made.writeUInt32BE(made.readUInt32BE(head) - rate.length, head)
  return made
}

/** The content of the first box of a type among those side by side, or the box itself with its head. */
function boxIn(boxes: Buffer, type: string, whole = false): Buffer | undefined {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const short = boxes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    const size =
      short === 1 ? Number(boxes.readBigUInt64BE(at + 8)) : short === 0 ? boxes.length - at : short
    if (boxes.toString('latin1', at + 4, at + 8) === type) {
      return boxes.subarray(at + (whole ? 0 : head), at + size)
    }
    at += Math.max(head, size)
  }
  return undefined
}

function find(boxes: Buffer, type: string, whole = false): Buffer {
  const found = boxIn(boxes, type, whole)
  if (!found) throw new Error(`A segment has no box ${type}.`)
  return found
}

/** The numbers of a table of 32 bits with its count in front. */
function list(table: Buffer): number[] {
  return Array.from({ length: table.readUInt32BE(4) }, (_, nth) => table.readUInt32BE(8 + 4 * nth))
}

function sizesOf(table: Buffer): number[] {
  const [same, count] = [table.readUInt32BE(4), table.readUInt32BE(8)]
  return Array.from({ length: count }, (_, nth) => same || table.readUInt32BE(12 + 4 * nth))
}

/** Where each sample begins: those of a chunk follow each other. */
function offsetsOf(table: Buffer, sizes: readonly number[]): number[] {
  const wide = boxIn(table, 'co64')
  const chunks = wide
    ? Array.from({ length: wide.readUInt32BE(4) }, (_, nth) =>
        Number(wide.readBigUInt64BE(8 + 8 * nth)),
      )
    : list(find(table, 'stco'))
  const runs = find(table, 'stsc')
  const offsets: number[] = []
  let run = 0
  for (const [nth, chunk] of chunks.entries()) {
    const isNext =
      run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(8 + 12 * (run + 1)) <= nth + 1
    if (isNext) run++
    let at = chunk
    for (let left = runs.readUInt32BE(12 + 12 * run); left > 0; left--) {
      const size = sizes[offsets.length]
      if (size === undefined) break
      offsets.push(at)
      at += size
    }
  }
  return offsets
}

function times(table: Buffer, count: number): number[] {
  const deltas = repeated(table, count, (at) => table.readUInt32BE(at))
  let time = 0
  return deltas.map((delta) => {
    const now = time
    time += delta
    return now
  })
}

/** A table of runs, a count and a value each, written out. */
function repeated(table: Buffer, count: number, valueAt: (at: number) => number): number[] {
  const values: number[] = []
  for (let run = 0; run < table.readUInt32BE(4); run++) {
    const value = valueAt(12 + 8 * run)
    const left = Math.min(table.readUInt32BE(8 + 8 * run), count - values.length)
    for (let nth = 0; nth < left; nth++) values.push(value)
  }
  return values
}
