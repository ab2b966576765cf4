/** The video with another edit list: each edit has a duration in seconds and a time of the media in ticks. */
export function withEdits(video: Buffer, edits: readonly (readonly [number, number])[]): Buffer {
  const list = Buffer.alloc(16 + 12 * edits.length)
  list.writeUInt32BE(list.length, 0)
  list.write('elst', 4)
  list.writeUInt32BE(edits.length, 12)
  const timescale = video.readUInt32BE(video.indexOf('mvhd') + 16)
  for (const [nth, [seconds, time]] of edits.entries()) {
    list.writeUInt32BE(seconds * timescale, 16 + 12 * nth)
    list.writeInt32BE(time, 20 + 12 * nth)
    list.writeUInt32BE(0x10000, 24 + 12 * nth)
  }
  return replaceIn(video, ['moov', 'trak', 'edts'], box(video, 'elst'), list)
}

/** The video, of a stored height, as one that is to be shown turned by a quarter clockwise. */
export function withTurn(video: Buffer, height: number): Buffer {
  const turned = Buffer.from(video)
  // The matrix in the track's header (ISO/IEC 14496-12).
  const matrix = turned.indexOf('tkhd') + 4 + 40
  for (const [at, value] of [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0].entries()) {
    turned.writeInt32BE(value, matrix + at * 4)
  }
  return turned
}

/** The video with its index behind its frames, as cameras write it. */
export function withIndexLast(video: Buffer): Buffer {
  const index = box(video, 'moov')
  return replaceIn(video, [], index, index)
}

/** The video with another track of the same frames. */
export function withTwoTracks(video: Buffer): Buffer {
  const track = box(video, 'trak')
  const other = Buffer.from(track)
  other.writeUInt32BE(2, other.indexOf('tkhd') + 16)
  return replaceIn(video, ['moov'], track, Buffer.concat([track, other]))
}

/** The video with an index that names no frame. */
export function withoutFrames(video: Buffer): Buffer {
  const copy = Buffer.from(video)
  for (const table of ['stts', 'stsc', 'stco', 'stss', 'ctts']) {
    const at = copy.indexOf(table)
    if (at > 0) copy.writeUInt32BE(0, at + 8)
  }
  copy.writeUInt32BE(0, copy.indexOf('stsz') + 12)
  return copy
}

/** The video with one more fragment, which claims a number of frames without a byte for any. */
export function withFragment(video: Buffer, frames: number): Buffer {
  const words = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [nth, value] of values.entries()) bytes.writeUInt32BE(value, 4 * nth)
    return bytes
  }
  const made = (type: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    return Buffer.concat([words(body.length + 8), Buffer.from(type), body])
  }
  const track = [made('tfhd', words(0, 1)), made('trun', words(0, frames))]
  return Buffer.concat([video, made('moof', made('mfhd', words(0, 1)), made('traf', ...track))])
}

function box(video: Buffer, type: string): Buffer {
  const at = video.indexOf(type) - 4
  return video.subarray(at, at + video.readUInt32BE(at))
}

/** Puts a box of the index in another's place, in boxes of types, and the index behind the frames, which stay. */
function replaceIn(video: Buffer, types: readonly string[], what: Buffer, by: Buffer): Buffer {
  const index = box(video, 'moov')
  const [from, at] = [index.byteOffset - video.byteOffset, what.byteOffset - index.byteOffset]
  const rest = [index.subarray(0, at), by, index.subarray(at + what.length)]
  const made = Buffer.concat(rest)
  for (const type of types) {
    const head = made.indexOf(type) - 4
    made.writeUInt32BE(made.readUInt32BE(head) + by.length - what.length, head)
  }
  const frames = Buffer.from(video)
  frames.write('free', from + 4)
  return Buffer.concat([frames, made])
}
