import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Size } from '../geometry/size.ts'
import { copyBytes } from '../raster/arena.ts'
import { capFrameRate } from './cap-frame-rate.ts'
import { decodeFilters } from './decode-filters.ts'
import { type FramePool, HEAP } from './frame-pool.ts'
import { openSocketPair } from './open-socket-pair.ts'
import { type Running, requireBounded, runCommand, stopIfAborted } from './run-command.ts'
import { toneMapTable } from './tone-map.ts'
import { DECODED_SHARE } from './tuning.ts'
import type { VideoDriver } from './video-driver.ts'
import { type Frame, frameBytes, type VideoInfo } from './video-info.ts'

/** What a result shall have at most. */
export type FrameLimits = {
  /** Frames a second. */
  rate: number
  /** Kept from the first frame on. */
  seconds: number
}

/** Where a video is worked on: by whom, in which folder of its own, and until when. */
export type Workplace = { driver: VideoDriver; folder: string; signal?: AbortSignal | undefined }

/** The frames that {@link readFrames} gives, by their times in ticks. */
export function keptFrames(
  { pts, timescale }: VideoInfo,
  { rate, seconds }: FrameLimits,
): Float64Array {
  return capFrameRate(pts, timescale, rate, seconds)
}

/**
 * Frames of a video in order, upright, in I420 of the size asked for. As much is decoded as is read, from the last key
 * frame before the first one that is wanted; leaving the loop ends the decoder.
 * @param kept the times in ticks of those that are wanted, of {@link keptFrames}
 * @param pool where their planes are
 * @throws Fault `unreadable` where the decoder fails, or gives too few frames
 */
export async function* readFrames(
  info: VideoInfo,
  { width, height }: Size,
  kept: Float64Array,
  { driver, folder, signal }: Workplace,
  pool: FramePool = HEAP,
): AsyncGenerator<Frame> {
  const wanted = new Set(kept)
  // What deinterlaces the first one looks at the one before, also where the first is a key frame.
  const from =
    kept[0] !== undefined && kept[0] > info.pts[0]!
      ? kept[0] - (info.interlaced ? 1 : 0)
      : undefined
  const table = await toneMapFile(info, folder)
  const order = driver.decode({
    info,
    filters: decodeFilters(info, { width, height }, table, kept),
    from,
  })
  const pictures = pictureQueue(frameBytes(width, height), pool)
  const pair = await openSocketPair(pictures.onread)
  const running = runCommand(order, signal, pair && { stdout: pair.other })
  pair?.other.destroy()
  if (pair) pictures.readFrom(pair.own, running)
  else pictures.copyFrom(running.child.stdout!, running)
  const times = readTimes(running.child.stdio[3] as Readable)
  const last = kept.at(-1) ?? 0
  let given = 0
  try {
    for (;;) {
      const planes = await pictures.next()
      if (!planes) break
      const pts = await times.next()
      if (pts === undefined) break
      if (wanted.has(pts)) {
        given++
        running.pause()
        yield { width, height, planes, pts }
        running.progressed()
      } else pool.release(planes)
      if (pts >= last) break
    }
    stopIfAborted(signal)
    requireBounded(running)
  } finally {
    pair?.own.destroy()
    await running.kill()
  }
  if (given < DECODED_SHARE * kept.length) {
    throw new Fault(
      'unreadable',
      `The video is damaged: ${given} of ${kept.length} frames could be decoded.`,
    )
  }
}

async function toneMapFile(info: VideoInfo, folder: string): Promise<string | undefined> {
  if (info.transfer === 'sdr') return undefined
  const path = join(folder, `${info.transfer}.cube`)
  await writeFile(path, toneMapTable(info.transfer))
  return path
}

/** Pictures that are read before they are asked for. */
const AHEAD = 2

/** Cuts the bytes of a stream into pictures. What is left over at the end is half a picture and dropped. */
function pictureQueue(size: number, pool: FramePool) {
  const whole: Uint8Array<ArrayBuffer>[] = []
  let picture = pool.take(size)
  let filled = 0
  let ended = false
  let wake = (): void => {}
  let stream: Readable | undefined
  let process: Pick<Running, 'progressed'> | undefined
  let isWaiting = false
  const end = (): void => {
    ended = true
    wake()
  }
  const buffer = (): Uint8Array<ArrayBuffer> => picture.subarray(filled)
  /** Tells that so many bytes are in the buffer. Gives whether to read on. */
  const fill = (count: number): boolean => {
    // Of a decoder that nobody waits for no progress is expected.
    if (isWaiting) process?.progressed()
    filled += count
    if (filled === size) {
      whole.push(picture)
      picture = pool.take(size)
      filled = 0
      wake()
    }
    return whole.length < AHEAD
  }
  const readFrom = (from: Readable, running: Pick<Running, 'progressed'>): void => {
    process = running
    stream = from.once('end', end).once('close', end).on('error', end).resume()
  }
  return {
    /** What a socket is opened with that writes right into the pictures. */
    onread: { buffer, callback: fill },
    readFrom,
    /** Reads from what gives buffers of its own. */
    copyFrom: (from: Readable, running: Pick<Running, 'progressed'>): void => {
      readFrom(from, running)
      from.on('data', (bytes: Buffer) => {
        for (let at = 0; at < bytes.length; ) {
          const part = bytes.subarray(at, at + size - filled)
          copyBytes(buffer(), part)
          at += part.length
          if (!fill(part.length)) from.pause()
        }
      })
    },
    /** The next one, or undefined at the end. */
    next: async (): Promise<Uint8Array<ArrayBuffer> | undefined> => {
      isWaiting = true
      while (whole.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      isWaiting = false
      const next = whole.shift()
      stream?.resume()
      return next
    },
  }
}

/** The frame times that a decoder prints, in order. */
function readTimes(stream: Readable): { next(): Promise<number | undefined> } {
  const times: number[] = []
  let rest = ''
  let ended = false
  let wake = (): void => {}
  const end = (): void => {
    ended = true
    wake()
  }
  stream.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, ticks] = line.match(/pts:(-?\d+)/) ?? []
      if (ticks) times.push(Number(ticks))
    }
    wake()
  })
  stream.once('end', end).once('close', end)
  return {
    next: async () => {
      while (times.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return times.shift()
    },
  }
}
