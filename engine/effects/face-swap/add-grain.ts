import { seeded } from '../../raster/fill/random.ts'
import { formula } from '../../raster/formula.ts'
import { FACE } from '../../vision/face.ts'
import { blur, type Size } from '../skin/blur.ts'
import { type Frame, trace } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'

/** What is finer than this, in pixels, is grain. */
const GRAIN = 1

/** The share of white noise that is finer than {@link GRAIN}. */
const SEEN = 0.85

/** Marks of the height of eyes and mouth. */
const BETWEEN = [
  FACE.rightEye.outer,
  FACE.leftEye.outer,
  FACE.rightMouthCorner,
  FACE.leftMouthCorner,
]

/** The strongest grain that is added, in units of L*. */
const MOST = 4

/**
 * Gives the new skin the grain of the old, L* both: smooth skin in a grainy picture looks painted on. `light` is changed.
 */
export function addGrain(
  light: Float32Array,
  old: Float32Array,
  skin: Float32Array,
  frame: Frame,
): void {
  const part = cheeks(frame)
  const [before, now] = [old, light].map((plane) => grainOf(part.of(plane), part, part.of(skin)))
  const missing = before! ** 2 - now! ** 2
  if (missing <= 0.01) return
  const sigma = Math.min(MOST, Math.sqrt(missing) / SEEN)
  const random = seeded()
  for (let i = 0; i < light.length; i++) {
    if (skin[i] === 0) continue
    // Three even chances make a bell near enough; their variance is 1/4.
    const bell = 2 * (random() + random() + random() - 1.5)
    light[i] = light[i]! + sigma * skin[i]! * bell
  }
}

const distance = formula('soft = abs(light - soft)')

/** The grain's standard deviation, from the median of how far pixels are from their neighbours' mean. */
function grainOf(light: Float32Array, size: Size, skin: Float32Array): number {
  const soft = blur(light, size, GRAIN)
  distance({ soft, light })
  return 1.4826 * medianWithin(soft, skin)
}

/** The rows of a frame between eyes and mouth, where most of the plain skin is: they say what its grain is. */
function cheeks(frame: Frame): Size & { of(plane: Float32Array): Float32Array } {
  const { width, height } = frame
  const levels = trace(frame, BETWEEN).map(({ y }) => Math.round(y))
  const top = Math.min(height - 1, Math.max(0, Math.min(...levels)))
  const end = Math.min(height, Math.max(top + 1, ...levels))
  return { width, height: end - top, of: (plane) => plane.subarray(top * width, end * width) }
}
