import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workplace } from '../../../engine/video/read-frames.ts'
import type { EncodePlan } from '../../../engine/video/video-driver.ts'
import { type Frame, newFrame, planesOf } from '../../../engine/video/video-info.ts'
import { writeVideo } from '../../../engine/video/write-video.ts'

export type DrawnVideo = {
  width?: number
  height?: number
  /** Times of the frames in ticks. */
  pts?: readonly number[]
  timescale?: number
  draw?: (frame: Frame, at: number) => void
} & Partial<Pick<EncodePlan, 'colours' | 'pixelAspect' | 'audio'>>

/** Ticks of frames at equal intervals. */
export function evenly(count: number, interval: number): number[] {
  return Array.from({ length: count }, (_, at) => at * interval)
}

/** A grey ramp, over which a bright square moves to the right; the left half is bluish, the upper one reddish. */
export function drawSquare(frame: Frame, at: number): void {
  const { width, height } = frame
  const { y, u, v } = planesOf(frame)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      y[row * width + column] = 40 + Math.round((100 * row) / height)
    }
  }
  u.fill(128)
  v.fill(128)
  for (let row = 0; row < height / 2; row++) {
    u.fill(160, (row * width) / 2, (row * width) / 2 + width / 4)
    if (row < height / 4) v.fill(150, (row * width) / 2, ((row + 1) * width) / 2)
  }
  const left = Math.min(width - 20, 4 + at * 2)
  for (let row = 8; row < 24; row++) y.fill(220, row * width + left, row * width + left + 16)
}

/** Writes a drawn video by a driver and gives its path. */
export async function drawVideo(
  name: string,
  {
    width = 96,
    height = 64,
    timescale = 15_360,
    pts = evenly(12, 512),
    draw = drawSquare,
    colours = {},
    pixelAspect,
    audio,
  }: DrawnVideo,
  workplace: Workplace,
): Promise<string> {
  const path = join(workplace.folder, name)
  const writer = writeVideo(
    { path, timescale, interval: 1 / 30, colours, pixelAspect, audio },
    { width, height },
    workplace,
  )
  for (const [at, time] of pts.entries()) {
    const frame = newFrame(width, height, time)
    draw(frame, at)
    await writer.write(frame)
  }
  await writer.finish()
  return path
}

/** Writes a MOV that holds a second of a tone as 16-bit samples, and no video. */
export async function drawSound(name: string, folder: string, rate = 8000): Promise<string> {
  const samples = Buffer.alloc(rate * 2)
  for (let at = 0; at < rate; at++) {
    samples.writeInt16LE(Math.round(8000 * Math.sin((at * 2 * Math.PI * 440) / rate)), at * 2)
  }
  const head = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'))
  const path = join(folder, name)
  await writeFile(
    path,
    Buffer.concat([head, box('mdat', samples), soundIndex(head.length + 8, rate)]),
  )
  return path
}

function soundIndex(offset: number, rate: number): Buffer {
  const matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const entry = box(
    'sowt',
    ...[words(0), shorts(0, 1), words(0, 0), shorts(1, 16, 0, 0), words(rate * 0x10000)],
  )
  const samples = box(
    'stbl',
    full('stsd', words(1), entry),
    full('stts', words(1, rate, 1)),
    full('stsc', words(1, 1, rate, 1)),
    full('stsz', words(2, rate)),
    full('stco', words(1, offset)),
  )
  const data = box('dinf', full('dref', words(1), box('alis', words(1))))
  const media = box(
    'mdia',
    full('mdhd', words(0, 0, rate, rate), shorts(0, 0)),
    full('hdlr', Buffer.from('mhlrsoun'), words(0, 0, 0, 0)),
    box('minf', full('smhd', words(0)), data, samples),
  )
  const track = full('tkhd', words(0, 0, 1, 0, rate, 0, 0, 0, 0x1000000), matrix, words(0, 0))
  const movie = full(
    'mvhd',
    words(0, 0, rate, rate, 0x10000, 0x1000000, 0, 0),
    matrix,
    words(0, 0, 0, 0, 0, 0, 2),
  )
  return box('moov', movie, box('trak', track, media))
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body])
}

function full(type: string, ...content: readonly Buffer[]): Buffer {
  return box(type, words(type === 'tkhd' ? 1 : 0), ...content)
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}
