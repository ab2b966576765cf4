import { withArena } from '../../raster/arena.ts'
import { blur, blurWithin } from '../../raster/blur.ts'
import { luminance, srgbToLinear } from '../../raster/lab.ts'
import type { Box, Mask, Picture } from '../../raster/picture.ts'

/** Sigmas in widths of the shoulders: of light and form, and of folds. */
const SIGMA = { form: 0.09, folds: 0.032 } as const

/** How much of the old garment's light and folds is taken over, and their bounds as logarithms. */
const TAKEN = { form: 0.75, folds: 0.8, mostForm: 0.75, mostFolds: 0.3 } as const

/** The variance of the logarithm of light about its form from which cloth is printed rather than folded. */
const PRINTED = { from: 0.05, to: 0.16 } as const

/**
 * The light on several garments that were worn, each by its own dye: where they meet, the one mixes into the other.
 * @param box the part of the picture to shade
 * @returns what linear light is multiplied by at each pixel of the box
 */
export function shadingOfAll(
  picture: Picture,
  worn: readonly Mask[],
  box: Box,
  shoulders: number,
): Float32Array {
  const each = worn.map((mask) => shadingOf(picture, mask, box, shoulders))
  if (each.length === 1) return each[0]!
  if (each.length === 0) return new Float32Array(box.width * box.height).fill(1)
  const size = { width: box.width, height: box.height }
  return withArena(() => {
    const shares = worn.map(({ data }) => {
      const plane = new Float32Array(box.width * box.height)
      for (let y = 0, i = 0; y < box.height; y++) {
        const row = (box.top + y) * picture.width + box.left
        for (let x = 0; x < box.width; x++, i++) plane[i] = data[row + x]! / 255
      }
      return blur(plane, size, Math.max(0.8, SIGMA.folds * shoulders))
    })
    return each[0]!.map((_, i) => {
      let [sum, weight] = [0, 0]
      for (const [n, share] of shares.entries()) {
        sum += share[i]! * each[n]![i]!
        weight += share[i]!
      }
      // Far from all that was worn nothing is known of the light.
      return weight < 0.001 ? 1 : sum / weight
    })
  })
}

/**
 * The light on what was worn, by which what is worn instead is lit: its form in low frequencies, and its folds as far
 * as it has one dye.
 * @param box the part of the picture to shade
 * @returns what linear light is multiplied by at each pixel of the box
 */
function shadingOf(picture: Picture, worn: Mask, box: Box, shoulders: number): Float32Array {
  const size = { width: box.width, height: box.height }
  const light = new Float32Array(box.width * box.height)
  const weight = new Float32Array(light.length)
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      const at = (box.top + y) * picture.width + box.left + x
      const red = srgbToLinear(picture.data[at * 4]!)
      const green = srgbToLinear(picture.data[at * 4 + 1]!)
      const blue = srgbToLinear(picture.data[at * 4 + 2]!)
      light[i] = Math.log(luminance(red, green, blue) + 0.012)
      weight[i] = worn.data[at]! > 235 ? 1 : 0
    }
  }
  return withArena(() => {
    const form = blurWithin(light, weight, size, SIGMA.form * shoulders)
    const fine = blurWithin(light, weight, size, Math.max(0.8, SIGMA.folds * shoulders))
    const near = blur(weight, size, SIGMA.form * shoulders)
    const plain = 1 - share(printedness(light, form, weight), PRINTED.from, PRINTED.to)
    const level = upperLevel(form, weight)
    return Float32Array.from(light, (_, i) => {
      const known = Math.min(1, 4 * near[i]!)
      const low = clamp((form[i]! - level) * TAKEN.form * (0.35 + 0.65 * plain), TAKEN.mostForm)
      const inside = share(near[i]!, 0.3, 0.7)
      const high = clamp((fine[i]! - form[i]!) * TAKEN.folds * plain * inside, TAKEN.mostFolds)
      return Math.exp(known * low + high)
    })
  })
}

/** The light of well lit cloth: seven tenths of it are darker. */
function upperLevel(form: Float32Array, weight: Float32Array): number {
  const values = form.filter((_, i) => weight[i] === 1 && i % 7 === 0).sort()
  return values.length === 0 ? 0 : values[Math.floor(0.7 * values.length)]!
}

function printedness(light: Float32Array, form: Float32Array, weight: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < light.length; i += 3) {
    if (weight[i] === 0) continue
    sum += (light[i]! - form[i]!) ** 2
    count++
  }
  return count === 0 ? 1 : sum / count
}

function clamp(value: number, most: number): number {
  return Math.min(0.5 * most, Math.max(-most, value))
}

function share(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
