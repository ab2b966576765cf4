import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { blur } from '../../../raster/filter/blur.ts'
import type { HairMatte } from '../../../regions/hair/hair-matte.ts'
import { BARE_SHARE, HAIR_BAR } from '../tuning.ts'
import { type HeadFrame, pixelToHead } from './head.ts'

/**
 * Takes out of hair, in place, what lies across the face at the height of brows and eyes with bare skin above and below
 * it: the arms of glasses, and brows. Hair hangs from hair.
 */
export function removeBars({ width, height, alpha }: HairMatte, frame: HeadFrame): void {
  const { up, faceWidth } = frame
  const thick = HAIR_BAR.thick * faceWidth
  const shareAt = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : alpha[y * width + x]!
  /** How far hair goes on from a pixel, upwards on the head or downwards. */
  const goesOn = (x: number, y: number, way: 1 | -1): number => {
    let far = 1
    const stepX = way * up.x
    const stepY = way * up.y
    while (
      far < thick &&
      shareAt(Math.round(x + far * stepX), Math.round(y + far * stepY)) > HAIR_BAR.bare
    )
      far++
    return far
  }
  const bars = new Float32Array(alpha.length)
  let found = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x]! < BARE_SHARE) continue
      const { u, v } = pixelToHead(frame, x, y)
      if (Math.abs(u) > HAIR_BAR.beside || v < HAIR_BAR.low || v > HAIR_BAR.high) continue
      if (goesOn(x, y, 1) + goesOn(x, y, -1) - 1 >= thick) continue
      bars[y * width + x] = 1
      found++
    }
  }
  if (found === 0) return
  withArena(() => {
    const soft = blur(bars, { width, height }, Math.max(HAIR_BAR.least, HAIR_BAR.soft * faceWidth))
    for (let at = 0; at < alpha.length; at++) {
      if (soft[at]! > 0) alpha[at] = alpha[at]! * (1 - smoothstep(0, 0.5, soft[at]!))
    }
  })
}
