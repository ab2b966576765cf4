/** A pseudo-random value, 0 to 1, of a lattice point. The same everywhere and always. */
export function hash(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 974_634_777)) | 0
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177)
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296
}

/** Smooth noise between 0 and 1 with a period of 1 (value noise: the lattice, interpolated by a cubic). */
export function noise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const u = fx * fx * (3 - 2 * fx)
  const v = fy * fy * (3 - 2 * fy)
  const upper = hash(left, top, seed) * (1 - u) + hash(left + 1, top, seed) * u
  const lower = hash(left, top + 1, seed) * (1 - u) + hash(left + 1, top + 1, seed) * u
  return upper * (1 - v) + lower * v
}

/**
 * Noise of several octaves, each half the period and strength of the one before (fractal Brownian motion, Mandelbrot
 * and Van Ness 1968), between 0 and 1. Octaves finer than two pixels are left out: they would only alias.
 * @param period of the first octave
 * @param pixel its size, in the unit of x and y
 */
export function fractal(x: number, y: number, period: number, pixel: number, seed: number): number {
  let [sum, weight, size, strength] = [0, 0, period, 1]
  for (let octave = 0; octave < 5 && (octave === 0 || size > 2 * pixel); octave++) {
    sum += strength * noise(x / size, y / size, seed + octave)
    weight += strength
    size /= 2
    strength /= 2
  }
  return sum / weight
}

/** Distance to the nearest and to the second nearest of points scattered one to a cell (Worley 1996). */
export function cells(x: number, y: number, seed: number): [nearest: number, second: number] {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  let [nearest, second] = [9, 9]
  for (let cy = row - 1; cy <= row + 1; cy++) {
    for (let cx = column - 1; cx <= column + 1; cx++) {
      const far = Math.hypot(cx + hash(cx, cy, seed) - x, cy + hash(cx, cy, seed + 1) - y)
      if (far < nearest) [nearest, second] = [far, nearest]
      else if (far < second) second = far
    }
  }
  return [nearest, second]
}

/** 1 for what is much larger than a pixel, 0 for what is finer than two: detail fades before it aliases. */
export function visible(period: number, pixel: number): number {
  return Math.min(1, Math.max(0, period / (2 * pixel) - 1))
}
