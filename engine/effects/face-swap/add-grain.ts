import { seeded } from '../../raster/fill/random.ts'
import { blur } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { medianWithin } from '../skin/median-within.ts'

/** What is finer than this, in pixels, is grain. */
const GRAIN = 1

/** The share of white noise that is finer than {@link GRAIN}. */
const SEEN = 0.85

/** The strongest grain that is added, in units of L*. */
const MOST = 4

/** Gives the new skin the grain of the old: smooth skin in a grainy picture looks painted on. */
export function addGrain(tone: Tone, old: Canvas, skin: Float32Array): void {
  const missing = grainOf(old.tone.l, old, skin) ** 2 - grainOf(tone.l, old, skin) ** 2
  if (missing <= 0.01) return
  const sigma = Math.min(MOST, Math.sqrt(missing) / SEEN)
  const random = seeded()
  for (let i = 0; i < tone.l.length; i++) {
    // Three even chances make a bell near enough; their variance is 1/4.
    const bell = 2 * (random() + random() + random() - 1.5)
    tone.l[i] = tone.l[i]! + sigma * skin[i]! * bell
  }
}

/** The grain's standard deviation, from the median of how far pixels are from their neighbours' mean. */
function grainOf(light: Float32Array, canvas: Canvas, skin: Float32Array): number {
  const soft = blur(light, canvas, GRAIN)
  return (
    1.4826 *
    medianWithin(
      light.map((value, i) => Math.abs(value - soft[i]!)),
      skin,
    )
  )
}
