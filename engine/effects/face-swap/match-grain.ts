import { seeded } from '../../raster/fill/random.ts'
import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur, type Size } from '../skin/blur.ts'
import { type Frame, trace } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'

/** Grain that is too strong is taken off by a Gaussian of this sigma, pixels. */
const GRAIN = 1

/** The median of how far noise is from its mean, in deviations. */
const MEDIAN = 0.6745

/** Marks of the height of eyes and mouth. */
const BETWEEN = [
  FACE.rightEye.outer,
  FACE.leftEye.outer,
  FACE.rightMouthCorner,
  FACE.leftMouthCorner,
]

/** The strongest grain that is added, in units of L*. */
const MOST = 4

/** By how many times the new skin's may be stronger, and the least share of it that stays. */
const STRONGER = 1.15
const LEAST = 0.3

/**
 * Gives the new skin the grain of the old, L* both: smooth skin in a grainy picture looks painted on, and pores that were made
 * small in a smooth one like sand. `light` is changed.
 */
export function matchGrain(
  light: Float32Array,
  old: Float32Array,
  skin: Float32Array,
  frame: Frame,
): void {
  const part = cheeks(frame)
  const [before, now] = [old, light].map((plane) => grainOf(part.of(plane), part, part.of(skin)))
  if (now! > STRONGER * before!) {
    const soft = blur(light, frame, GRAIN)
    smooth({ light, soft, skin }, { share: 1 - Math.max(LEAST, (STRONGER * before!) / now!) })
    return
  }
  const missing = before! ** 2 - now! ** 2
  if (missing <= 0.01) return
  const sigma = Math.min(MOST, Math.sqrt(missing))
  const random = seeded()
  for (let i = 0; i < light.length; i++) {
    if (skin[i] === 0) continue
    // Three even chances make a bell near enough; their variance is 1/4.
    const bell = 2 * (random() + random() + random() - 1.5)
    light[i] = light[i]! + sigma * skin[i]! * bell
  }
}

const smooth = formula('light = light - share * skin * (light - soft)')

/**
 * The grain's standard deviation, by a mask that shading and edges leave near 0 (Immerkær, "Fast noise variance
 * estimation", Computer Vision and Image Understanding 64, 1996). Neighbours over the end of a row are no skin.
 */
function grainOf(light: Float32Array, { width, height }: Size, skin: Float32Array): number {
  const length = width * (height - 2) - 2
  if (length <= 0) return 0
  const off = takePlane(length)
  const from = (row: number, column: number): Float32Array =>
    light.subarray(row * width + column, row * width + column + length)
  findNoise({
    ...{ off, here: from(1, 1), up: from(0, 1), down: from(2, 1), left: from(1, 0) },
    ...{ right: from(1, 2), upLeft: from(0, 0), upRight: from(0, 2) },
    ...{ downLeft: from(2, 0), downRight: from(2, 2) },
  })
  return medianWithin(off, skin.subarray(width + 1, width + 1 + length)) / MEDIAN
}

const findNoise = formula(`
  off = abs(4 * here - 2 * (up + down + left + right) + upLeft + upRight + downLeft + downRight) / 6
`)

/** The rows of a frame between eyes and mouth, where most of the plain skin is: they say what its grain is. */
function cheeks(frame: Frame): Size & { of(plane: Float32Array): Float32Array } {
  const { width, height } = frame
  const levels = trace(frame, BETWEEN).map(({ y }) => Math.round(y))
  const top = Math.min(height - 1, Math.max(0, Math.min(...levels)))
  const end = Math.min(height, Math.max(top + 1, ...levels))
  return { width, height: end - top, of: (plane) => plane.subarray(top * width, end * width) }
}
