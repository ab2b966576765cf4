import { seeded } from '../../raster/fill/random.ts'
import { formula } from '../../raster/formula.ts'
import { blur, type Size } from '../skin/blur.ts'
import { medianWithin } from '../skin/median-within.ts'

/** What is finer than this, in pixels, is grain. */
const GRAIN = 1

/** The share of white noise that is finer than {@link GRAIN}. */
const SEEN = 0.85

/** The strongest grain that is added, in units of L*. */
const MOST = 4

/**
 * Gives the new skin the grain of the old, L* both: smooth skin in a grainy picture looks painted on. `light` is changed.
 */
export function addGrain(
  light: Float32Array,
  old: Float32Array,
  skin: Float32Array,
  size: Size,
): void {
  const missing = grainOf(old, size, skin) ** 2 - grainOf(light, size, skin) ** 2
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
