import type { Size } from '../../geometry/size.ts'
import { blur } from '../../raster/filter/blur.ts'
import { BLUR_MOST, BLUR_SIGMAS, MAX_ROWS } from './tuning.ts'

/**
 * How blurred a part of a picture is, as the sigma of a Gaussian in pixels, so that what is drawn into it can be as
 * soft: from how much weaker its finest detail is than the next coarser one, compared with blurred edges.
 */
export function measureBlur(plane: Float32Array, size: Size): number {
  const [fine, middle, coarse] = BLUR_SIGMAS.map((sigma) => blur(plane, size, sigma))
  const ratio = energy(fine!, middle!, size) / Math.max(1e-9, energy(middle!, coarse!, size))
  let [least, most] = [0, BLUR_MOST]
  // The ratio falls as the blur grows.
  for (let step = 0; step < 12; step++) {
    const sigma = (least + most) / 2
    if (ratioAt(sigma) > ratio) least = sigma
    else most = sigma
  }
  return least
}

function energy(a: Float32Array, b: Float32Array, { width, height }: Size): number {
  let sum = 0
  for (let y = 0; y < height; y += Math.ceil(height / MAX_ROWS)) {
    for (let i = y * width, end = i + width; i < end; i++) {
      const off = a[i]! - b[i]!
      sum += off * off
    }
  }
  return sum
}

/** The ratio of the two bands' energies at an edge that is blurred by `sigma`. */
function ratioAt(sigma: number): number {
  const [fine, middle, coarse] = BLUR_SIGMAS.map((own) => Math.hypot(own, sigma))
  return edgeEnergy(fine!, middle!) / edgeEnergy(middle!, coarse!)
}

/**
 * The integral of the squared difference of two normal distributions, which edges of two blurs are: E|X−Y| less half of
 * E|X−X'| and of E|Y−Y'|, up to a factor.
 */
function edgeEnergy(a: number, b: number): number {
  return Math.hypot(a, b) - (a + b) / Math.SQRT2
}
