import type { Size } from '../../../geometry/size.ts'
import { withArena } from '../../../raster/arena.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import type { Picture } from '../../../raster/picture.ts'
import {
  BARE_SHARE,
  LINES_ALIKE,
  LINES_BESIDE,
  LINES_EDGE,
  LINES_MASS,
  LINES_MOST,
  LINES_NEAR,
  LINES_STEP,
} from '../tuning.ts'
import { groundBeside } from './ground-beside.ts'
import type { Head } from './head.ts'

/**
 * The share of hair of a head without things behind it that reach its edge, as lines of a picture's frame do: what lies
 * off the mass of hair and has a colour that the ground nearby has too. Single hairs before a busy ground go with it.
 */
export function removeBackgroundLines({ picture, hair, frame, regions }: Head): Float32Array {
  const { width, height, alpha } = hair
  const { faceWidth } = frame
  const by = Math.max(1, Math.round(LINES_MASS * faceWidth))
  const thick = withArena(() => aboveLevel(openLevels(alpha, hair, by), 0.5))
  const mass = growMask(thick, hair, Math.max(1, Math.round(LINES_EDGE * faceWidth)))
  const step = Math.max(1, Math.round(LINES_STEP * faceWidth))
  const near = Math.round((LINES_NEAR * faceWidth) / step)
  let share = 0
  const ground = groundBeside(alpha, hair, regions, 0)
  const besideGround = growMask(ground, hair, Math.max(1, Math.round(LINES_BESIDE * faceWidth)))
  const places = groundPlaces(picture, ground, step)
  const lines = new Uint8Array(alpha.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (alpha[at]! < BARE_SHARE || mass[at] || !besideGround[at]) continue
      if (!goesOnNear(picture.data, at, places, Math.floor(x / step), Math.floor(y / step), near))
        continue
      lines[at] = 1
      share += alpha[at]!
    }
  }
  if (share > LINES_MOST * alpha.reduce((sum, one) => sum + one, 0)) return alpha.slice()
  const wide = growMask(lines, hair, 1)
  const clear = alpha.slice()
  for (let at = 0; at < clear.length; at++) if (wide[at] && !mass[at]) clear[at] = 0
  return clear
}

/** Places of the ground, so many pixels apart: their colours, three levels each, or -1 where there is none. */
type GroundPlaces = Size & { levels: Int16Array }

function groundPlaces(picture: Picture, ground: Uint8Array, step: number): GroundPlaces {
  const [width, height] = [Math.ceil(picture.width / step), Math.ceil(picture.height / step)]
  const levels = new Int16Array(3 * width * height).fill(-1)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      const at = y * step * picture.width + x * step
      if (!ground[at]) continue
      for (let c = 0; c < 3; c++) levels[to + c] = picture.data[4 * at + c]!
    }
  }
  return { width, height, levels }
}

/** Whether enough places of the ground near one have a pixel's colour. */
function goesOnNear(
  data: Uint8ClampedArray,
  at: number,
  { width, height, levels }: GroundPlaces,
  column: number,
  row: number,
  near: number,
): boolean {
  const [red, green, blue] = [data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!]
  const most = LINES_ALIKE.levels ** 2
  const [left, right] = [Math.max(0, column - near), Math.min(width - 1, column + near)]
  const bottom = Math.min(height - 1, row + near)
  let alike = 0
  for (let y = Math.max(0, row - near); y <= bottom; y++) {
    const end = 3 * (y * width + right)
    for (let from = 3 * (y * width + left); from <= end; from += 3) {
      const r = levels[from]! - red
      if (r * r >= most || levels[from]! < 0) continue
      const [g, b] = [levels[from + 1]! - green, levels[from + 2]! - blue]
      if (r * r + g * g + b * b < most && ++alike === LINES_ALIKE.places) return true
    }
  }
  return false
}
