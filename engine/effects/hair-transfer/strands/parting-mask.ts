import { smoothstep } from '../../../geometry/smoothstep.ts'
import { type Head, headToPixel } from '../head/head.ts'
import { PARTING_PARTED } from '../tuning.ts'
import type { Hairstyle } from './hairstyle.ts'
import { partingPoints } from './sample-root.ts'

/** The share of each pixel that lies on a parting, through which the scalp shows; 0 without one. */
export function partingMask(style: Hairstyle, { picture, frame, face }: Head): Float32Array {
  const { width, height } = picture
  const parted = new Float32Array(width * height)
  if (style.comb !== 'part') return parted
  const yaw = (face.pose.yaw * Math.PI) / 180
  const half = Math.max(1, PARTING_PARTED.half * frame.faceWidth)
  for (const [u, v, w] of partingPoints(style, PARTING_PARTED.places)) {
    const { x, y } = headToPixel(frame, u * Math.cos(yaw) + w * Math.sin(yaw), v)
    const reach = Math.ceil(half)
    for (let row = Math.floor(y) - reach; row <= y + reach; row++) {
      for (let column = Math.floor(x) - reach; column <= x + reach; column++) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue
        const far = Math.hypot(column + 0.5 - x, row + 0.5 - y) / half
        const at = row * width + column
        parted[at] = Math.max(parted[at]!, 1 - smoothstep(0.5, 1, far))
      }
    }
  }
  return parted
}
