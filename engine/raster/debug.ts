import type { Size } from '../geometry/size.ts'
import type { Mask, Picture } from './picture.ts'
import type { Displacement } from './warp/displacement.ts'

/** An intermediate result as an image: 8 bits a channel, grey (1 channel), RGB (3) or RGBA (4), rows from the top. */
export type DebugImage = Size & { name: string; channels: 1 | 3 | 4; data: Uint8Array }

/** Receives intermediate results in the order in which they are made. The image is a copy that the sink may keep. */
export type DebugSink = (image: DebugImage) => void

/**
 * Of this thread. Without a sink every function of this file returns at once, and no image is made. The file imports
 * types alone, because vision takes it to the browser.
 */
let current: DebugSink | undefined

/**
 * Runs `work` with a sink for its intermediate results. The sink is the thread's, so that no effect has to pass it
 * down: run one task at a time, or their images mix.
 */
export async function withDebugSink<T>(sink: DebugSink, work: () => Promise<T>): Promise<T> {
  if (current) throw new Error('Another task of this thread is being debugged.')
  current = sink
  try {
    return await work()
  } finally {
    current = undefined
  }
}

/** Shows a plane in grey, `range` from black to white; 0 to 1 unless another range is given. */
export function debugPlane(
  name: string,
  plane: ArrayLike<number>,
  { width, height }: Size,
  range: readonly [number, number] = [0, 1],
): void {
  if (!current) return
  const [from, to] = range
  const data = Uint8Array.from(
    { length: width * height },
    (_, i) => Math.min(1, Math.max(0, (plane[i]! - from) / (to - from))) * 255,
  )
  current({ name, width, height, channels: 1, data })
}

/** Shows a mask (0-255) in grey. */
export function debugMask(name: string, { width, height, data }: Mask): void {
  current?.({ name, width, height, channels: 1, data: Uint8Array.from(data) })
}

/** Shows a picture as it is, with its alpha; a function that makes one is only called where there is a sink. */
export function debugPicture(name: string, picture: Picture | (() => Picture)): void {
  if (!current) return
  const { width, height, data } = typeof picture === 'function' ? picture() : picture
  current({ name, width, height, channels: 4, data: Uint8Array.from(data) })
}

/**
 * Shows a displacement field, one pixel for each node: red is the displacement to the right, green downwards, grey is
 * none and full colour the longest one of the field, which is named in pixels.
 */
export function debugField(name: string, field: Displacement): void {
  if (!current) return
  const { cols: width, rows: height, dx, dy } = field
  let longest = 0
  for (let i = 0; i < width * height; i++) longest = Math.max(longest, Math.hypot(dx[i]!, dy[i]!))
  const level = (value: number) => 255 / 2 + ((255 / 2) * value) / Math.max(longest, 1e-6)
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    data.set([level(dx[i]!), level(dy[i]!), 255 / 2], 3 * i)
  }
  current({ name: `${name}, longest ${longest.toFixed(1)} px`, width, height, channels: 3, data })
}
