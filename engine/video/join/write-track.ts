import { open } from 'node:fs/promises'
import type { Size } from '../../geometry/size.ts'

/** The coded frames of a whole video, in the order in which they are decoded. */
export type Track = Size & {
  timescale: number
  /** The box `stsd`. */
  description: Buffer
  /** In ticks; decoding times rise, and none is after its own display. */
  samples: { size: number; decoded: number; shown: number; isKey: boolean }[]
  /** The last frame is shown for so many ticks. */
  last: number
}

export type TrackWriter = {
  /** Appends coded frames. */
  append(bytes: Buffer): Promise<void>
  /** Writes the index of all that was appended. */
  finish(track: Track): Promise<void>
  close(): Promise<void>
}

/** `mdat` with a size of 64 bits. */
const HEAD = 16

/**
 * Writes an mp4 of one video track, whose frames are coded already (ISO/IEC 14496-12). Its index stands at the end: a
 * driver moves it when it adds the sound.
 */
export async function writeTrack(path: string): Promise<TrackWriter> {
  const file = await open(path, 'w')
  const type = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))
  await file.write(type)
  await file.write(Buffer.alloc(HEAD))
  let bytes = 0
  return {
    append: async (content) => {
      await file.write(content)
      bytes += content.length
    },
    finish: async (track) => {
      await file.write(index(track, type.length + HEAD))
      const head = Buffer.alloc(HEAD)
      head.writeUInt32BE(1)
      head.write('mdat', 4, 'latin1')
      head.writeBigUInt64BE(BigInt(bytes + HEAD), 8)
      await file.write(head, 0, HEAD, type.length)
    },
    close: () => file.close(),
  }
}

/** No turn, no scaling (a matrix in 16.16 and 2.30). */
const UNITY = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** `und`, an undetermined language. */
const LANGUAGE = words(0x55c40000)
/** Of a box whose times have 64 bits. */
const WIDE = 0x1000000
/** An edit at normal speed. */
const SPEED = words(0x10000)

function index(track: Track, start: number): Buffer {
  const { width, height, timescale, samples, last } = track
  let [begins, ends] = [Number.POSITIVE_INFINITY, 0]
  for (const { shown } of samples) {
    begins = Math.min(begins, shown)
    ends = Math.max(ends, shown + last)
  }
  const seconds = ends - begins
  const length = Math.max(0, begins) + seconds
  // What is decoded before it is shown is skipped, and a video that begins later waits for its time.
  const waits = begins > 0 ? [longs(begins, -1), SPEED] : []
  const plays = [longs(seconds, begins - (samples[0]?.decoded ?? 0)), SPEED]
  const edits = full('elst', WIDE, words(begins > 0 ? 2 : 1), ...waits, ...plays)
  const data = box('dinf', full('dref', 0, words(1), full('url ', 1)))
  const media = box(
    'mdia',
    full('mdhd', WIDE, longs(0, 0), words(timescale), longs(seconds), LANGUAGE),
    full('hdlr', 0, words(0), Buffer.from('vide'), words(0, 0, 0), Buffer.from('\0')),
    box('minf', full('vmhd', 1, words(0, 0)), data, sampleTable(track, start)),
  )
  const shown = [words(0, 0, 0, 0), UNITY, words(width * 0x10000, height * 0x10000)]
  const movie = [words(0x10000, 0x1000000, 0, 0), UNITY, words(0, 0, 0, 0, 0, 0, 2)]
  return box(
    'moov',
    full('mvhd', WIDE, longs(0, 0), words(timescale), longs(length), ...movie),
    box(
      'trak',
      // Enabled, and part of the presentation.
      full('tkhd', WIDE + 3, longs(0, 0), words(1, 0), longs(length), ...shown),
      box('edts', edits),
      media,
    ),
  )
}

function sampleTable({ description, samples, last }: Track, start: number): Buffer {
  const deltas = samples.map(
    ({ decoded }, nth) => (samples[nth + 1]?.decoded ?? decoded + last) - decoded,
  )
  return box(
    'stbl',
    description,
    full('stts', 0, runs(deltas)),
    full('ctts', 0, runs(samples.map(({ shown, decoded }) => shown - decoded))),
    full('stss', 0, counted(samples.flatMap(({ isKey }, nth) => (isKey ? [nth + 1] : [])))),
    // One chunk holds all.
    full('stsc', 0, words(1, 1, samples.length, 1)),
    full('stsz', 0, words(0), counted(samples.map(({ size }) => size))),
    full('co64', 0, words(1), longs(start)),
  )
}

function counted(values: readonly number[]): Buffer {
  return Buffer.concat([words(values.length), words(...values)])
}

/** Values as runs of equal ones. */
function runs(values: readonly number[]): Buffer {
  const made: number[] = []
  for (const value of values) {
    if (made.at(-1) === value) made[made.length - 2]!++
    else made.push(1, value)
  }
  return Buffer.concat([words(made.length / 2), words(...made)])
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** A box with a version in its first byte and flags in the three others. */
function full(type: string, version: number, ...content: readonly Buffer[]): Buffer {
  return box(type, words(version), ...content)
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [nth, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, nth * 4)
  return bytes
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [nth, value] of values.entries()) bytes.writeBigInt64BE(BigInt(value), nth * 8)
  return bytes
}
