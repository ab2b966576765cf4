import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import {
  LINES_ALIKE,
  LINES_BESIDE,
  LINES_EDGE,
  LINES_MASS,
  LINES_MOST,
  LINES_NEAR,
  LINES_STEP,
} from '../tuning.ts'
import type { Head } from './head.ts'

/**
 * The share of hair of a head without things behind it that reach its edge, as lines of a picture's frame do: what lies
 * off the mass of hair and has a colour that the ground nearby has too. Single hairs before a busy ground go with it.
 */
export function removeBackgroundLines({ picture, hair, frame, regions }: Head): Float32Array {
  const { width, height, alpha } = hair
  const { faceWidth } = frame
  const by = Math.max(1, Math.round(LINES_MASS * faceWidth))
  const thick = Uint8Array.from(openLevels(alpha, hair, by), (share) => (share > 0.5 ? 1 : 0))
  const mass = growMask(thick, hair, Math.max(1, Math.round(LINES_EDGE * faceWidth)))
  const step = Math.max(1, Math.round(LINES_STEP * faceWidth))
  const near = step * Math.round((LINES_NEAR * faceWidth) / step)
  let share = 0
  const ground = new Uint8Array(alpha.length)
  for (let at = 0; at < ground.length; at++) {
    if (alpha[at]! > 0) continue
    const person = sampleGrid(regions.person, regions.grid, at % width, Math.floor(at / width))
    ground[at] = person < 0.5 ? 1 : 0
  }
  const besideGround = growMask(ground, hair, Math.max(1, Math.round(LINES_BESIDE * faceWidth)))
  const lines = new Uint8Array(alpha.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (alpha[at]! < 0.02 || mass[at] || !besideGround[at]) continue
      let alike = 0
      for (let v = y - near; v <= y + near && alike < LINES_ALIKE.places; v += step) {
        if (v < 0 || v >= height) continue
        for (let u = x - near; u <= x + near && alike < LINES_ALIKE.places; u += step) {
          if (u < 0 || u >= width || !ground[v * width + u]) continue
          if (isAlike(picture.data, at, v * width + u)) alike++
        }
      }
      if (alike < LINES_ALIKE.places) continue
      lines[at] = 1
      share += alpha[at]!
    }
  }
  if (share > LINES_MOST * alpha.reduce((sum, one) => sum + one, 0)) return alpha.slice()
  const wide = growMask(lines, hair, 1)
  return alpha.map((share, at) => (wide[at] && !mass[at] ? 0 : share))
}

function isAlike(data: Uint8ClampedArray, one: number, other: number): boolean {
  let off = 0
  for (let c = 0; c < 3; c++) off += (data[4 * one + c]! - data[4 * other + c]!) ** 2
  return off < LINES_ALIKE.levels ** 2
}
