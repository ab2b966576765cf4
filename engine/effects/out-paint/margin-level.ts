import { KNOWN, type Level, OCCLUDED, TARGET } from '../../fill/level.ts'
import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { resizePicture } from '../../media/resize-picture.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { MAX_PIXELS } from './tuning.ts'

/** The picture on its canvas at the size that the margin is filled at. */
export type MarginLevel = {
  level: Level
  /** The picture within the level: its whole pixels. */
  inside: Box
}

/**
 * The canvas reduced to the size it is filled at. Pixels that hold any of the margin are targets.
 * @param canvas the picture on its canvas, the margin transparent
 */
export async function marginLevel(canvas: Picture): Promise<MarginLevel> {
  const { width, height } = canvas
  const factor = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)))
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
  const { data } = await resizePicture(canvas, size, { kernel: 'linear' })
  const count = size.width * size.height
  const level: Level = {
    ...size,
    scale: 1,
    rgb: new Uint8ClampedArray(3 * count),
    state: new Uint8Array(count).fill(TARGET),
    confidence: new Float32Array(count),
  }
  for (let i = 0; i < count; i++) {
    if (data[4 * i + 3]! === 255) {
      level.state[i] = KNOWN
      level.confidence[i] = 1
    }
    for (let c = 0; c < 3; c++) level.rgb[3 * i + c] = data[4 * i + c]!
  }
  return { level, inside: knownBox(level) }
}

/** Marks what nothing may be copied from, with some room around it. @param guarded of the canvas' size or any other */
export function markOccluded({ level, inside }: MarginLevel, guarded: Mask, room: number): void {
  const { width, state, confidence } = level
  const [right, bottom] = [inside.left + inside.width, inside.top + inside.height]
  for (let y = inside.top; y < bottom; y++) {
    for (let x = inside.left; x < right; x++) {
      const u = (x - inside.left + 0.5) / inside.width
      const v = (y - inside.top + 0.5) / inside.height
      if (reaches(guarded, u, v, { width: room / inside.width, height: room / inside.height })) {
        state[y * width + x] = OCCLUDED
        confidence[y * width + x] = 0
      }
    }
  }
}

/** Whether a mask reaches half its level at a place given in shares of its size, or `room` away from it. */
function reaches(mask: Mask, u: number, v: number, room: Size): boolean {
  for (const dy of [-room.height, 0, room.height]) {
    for (const dx of [-room.width, 0, room.width]) {
      const x = Math.min(mask.width - 1, Math.max(0, Math.floor((u + dx) * mask.width)))
      const y = Math.min(mask.height - 1, Math.max(0, Math.floor((v + dy) * mask.height)))
      if (mask.data[y * mask.width + x]! > 100) return true
    }
  }
  return false
}

function knownBox({ width, state }: Level): Box {
  const first = state.indexOf(KNOWN)
  if (first < 0) return { left: 0, top: 0, width: 0, height: 0 }
  const last = state.lastIndexOf(KNOWN)
  const left = first % width
  const top = Math.floor(first / width)
  return { left, top, width: (last % width) - left + 1, height: Math.floor(last / width) - top + 1 }
}
