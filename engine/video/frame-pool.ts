import { allocLasting, freeLasting } from '../raster/arena.ts'
import { type Frame, frameBytes } from './video-info.ts'

/**
 * Where the planes of frames are. A new buffer for each frame of a video makes the garbage collector run several times
 * a second, for as long as a tenth of the work itself, so those that nobody reads any more are used again.
 */
export type FramePool = {
  /** The planes of a frame of so many bytes, with whatever was there before. */
  take(bytes: number): Uint8Array<ArrayBuffer>
  /** Gives planes back, which their only owner must not read any more. */
  release(planes: Uint8Array<ArrayBuffer>): void
}

/** Bytes that are kept for frames to come, at most. */
const MOST_BYTES = 64 * 1024 * 1024

const free: Uint8Array<ArrayBuffer>[] = []

/** Frames on the heap. */
export const HEAP: FramePool = {
  take: (bytes) => {
    const nth = free.findIndex(({ length }) => length === bytes)
    if (nth < 0) return new Uint8Array(bytes)
    const [planes] = free.splice(nth, 1)
    return planes!
  },
  release: (planes) => {
    if (free.includes(planes)) throw new Error('A frame was given back twice.')
    let bytes = planes.length
    for (const { length } of free) bytes += length
    // Those of another size are of another video.
    if (bytes > MOST_BYTES) free.length = 0
    free.push(planes)
  },
}

/** Frames in the memory that kernels work in, which copy nothing then. Script reads and writes them more slowly. */
export function openFramePool(): FramePool & { close(): void } {
  const taken = new Set<Uint8Array>()
  const release = (planes: Uint8Array): void => {
    if (!taken.delete(planes)) throw new Error('A frame was given back twice.')
    freeLasting(planes)
  }
  return {
    take: (bytes) => {
      const planes = allocLasting(bytes)
      taken.add(planes)
      return planes
    },
    release,
    close: () => taken.forEach(release),
  }
}

/** A frame with whatever content was in its memory before. */
export function takeFrame(width: number, height: number, pts: number, pool = HEAP): Frame {
  return { width, height, planes: pool.take(frameBytes(width, height)), pts }
}

/** Gives the planes of a frame on the heap back. */
export function releaseFrame({ planes }: Frame): void {
  HEAP.release(planes)
}
