import { type Frame, frameBytes } from './video-info.ts'

/** Bytes that are kept for frames to come, at most. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Buffers of frames that nobody reads any more. A new buffer for each frame of a video makes the garbage collector run
 * several times a second, for as long as a tenth of the work itself.
 */
const free: Uint8Array<ArrayBuffer>[] = []

/** A buffer of so many bytes, with whatever was there before. */
export function takePlanes(bytes: number): Uint8Array<ArrayBuffer> {
  const nth = free.findIndex(({ length }) => length === bytes)
  if (nth < 0) return new Uint8Array(bytes)
  const [planes] = free.splice(nth, 1)
  return planes!
}

/** A frame with whatever content was in its memory before. */
export function takeFrame(width: number, height: number, pts: number): Frame {
  return { width, height, planes: takePlanes(frameBytes(width, height)), pts }
}

/** Gives the planes of a frame back, which its only owner must not read any more. */
export function releaseFrame({ planes }: Frame): void {
  if (free.includes(planes)) throw new Error('A frame was given back twice.')
  let bytes = planes.length
  for (const { length } of free) bytes += length
  // Those of another size are of another video.
  if (bytes > MOST_BYTES) free.length = 0
  free.push(planes)
}
