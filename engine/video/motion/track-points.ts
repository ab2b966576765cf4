import { sampleClamped } from '../../geometry/sample.ts'
import {
  CLEAR_TEXTURE,
  ENOUGH_POINTS,
  LEAST_TEXTURE,
  PICK_STEP,
  TRACK_CELL,
  TRACK_DIFFERENCE,
  TRACK_LEAST_SIDE,
  TRACK_LEVELS,
  TRACK_RADIUS,
  TRACK_SMALL_STEP,
  TRACK_STEPS,
} from '../tuning.ts'
import type { Luma } from './estimate-motion.ts'
import { applyTo, type Homography, type Pair } from './homography.ts'

/** A plane of luma and copies of it, each half as large as the one before. */
export type LumaPyramid = readonly Luma[]

export function lumaPyramid(plane: Luma): LumaPyramid {
  const levels: Luma[] = [plane]
  while (levels.length < TRACK_LEVELS) {
    const { width, height, y } = levels.at(-1)!
    const [w, h] = [width >> 1, height >> 1]
    if (Math.min(w, h) < TRACK_LEAST_SIDE) break
    const half = new Uint8Array(w * h)
    for (let row = 0, at = 0; row < h; row++) {
      for (let column = 0, i = 2 * row * width; column < w; column++, i += 2, at++) {
        half[at] = (y[i]! + y[i + 1]! + y[i + width]! + y[i + width + 1]! + 2) >> 2
      }
    }
    levels.push({ width: w, height: h, y: half })
  }
  return levels
}

/**
 * The point with the most texture in each cell of a plane: the smaller eigenvalue of the structure tensor (Shi and
 * Tomasi 1994).
 * @param allowed whether points may be taken at a pixel
 * @returns indices of pixels
 */
export function pickPoints(
  { width, height, y }: Luma,
  allowed: (at: number) => boolean,
  cell = TRACK_CELL,
): number[] {
  const found: { at: number; texture: number }[] = []
  const margin = TRACK_RADIUS + 1
  for (let top = margin; top < height - margin; top += cell) {
    for (let left = margin; left < width - margin; left += cell) {
      let [best, most] = [-1, LEAST_TEXTURE]
      for (let row = top; row < Math.min(top + cell, height - margin); row += PICK_STEP) {
        for (
          let column = left;
          column < Math.min(left + cell, width - margin);
          column += PICK_STEP
        ) {
          const at = row * width + column
          if (!allowed(at)) continue
          const texture = textureAt(y, width, at)
          if (texture > most) [best, most] = [at, texture]
        }
      }
      if (best >= 0) found.push({ at: best, texture: most })
    }
  }
  const best = found.toSorted((one, other) => other.texture - one.texture)
  const least = Math.min(CLEAR_TEXTURE, best[ENOUGH_POINTS - 1]?.texture ?? LEAST_TEXTURE)
  return found.filter(({ texture }) => texture >= least).map(({ at }) => at)
}

/** The mean over a window of 5 × 5. */
function textureAt(y: Uint8Array, width: number, at: number): number {
  let [xx, xy, yy] = [0, 0, 0]
  for (let row = -2; row <= 2; row++) {
    for (let i = at + row * width - 2; i <= at + row * width + 2; i++) {
      const gx = y[i + 1]! - y[i - 1]!
      const gy = y[i + width]! - y[i - width]!
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
  }
  return (xx + yy - Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)) / 100
}

const SIDE = 2 * TRACK_RADIUS + 1
/** A window and the pixels around it, for its gradients. */
const WIDER = SIDE + 2
const wider = new Float64Array(WIDER * WIDER)
const window = new Float64Array(SIDE * SIDE)
const windowX = new Float64Array(SIDE * SIDE)
const windowY = new Float64Array(SIDE * SIDE)
const guessed = new Float64Array(2)

/**
 * Where points of one plane are in another: iterative least squares over windows from coarse to fine (Lucas and Kanade
 * 1981; Baker and Matthews 2004), without the windows' mean, so that a change of light is no motion. Points that are
 * lost are left out.
 * @param guess where they may be found
 */
export function trackPoints(
  from: LumaPyramid,
  to: LumaPyramid,
  points: readonly number[],
  guess: Homography,
): Pair[] {
  const { width } = from[0]!
  const pairs: Pair[] = []
  for (const point of points) {
    const x = point % width
    const y = (point - x) / width
    applyTo(guess, (x + 0.5) / width, (y + 0.5) / width, guessed)
    const startX = guessed[0]! * width - 0.5 - x
    const startY = guessed[1]! * width - 0.5 - y
    const moved = trackPoint(from, to, x, y, startX, startY)
    if (!moved) continue
    pairs.push({
      x: (x + 0.5) / width,
      y: (y + 0.5) / width,
      toX: (x + moved.dx + 0.5) / width,
      toY: (y + moved.dy + 0.5) / width,
    })
  }
  return pairs
}

function trackPoint(
  from: LumaPyramid,
  to: LumaPyramid,
  x: number,
  y: number,
  startX: number,
  startY: number,
): { dx: number; dy: number } | undefined {
  let [dx, dy] = [startX, startY]
  for (let level = from.length - 1; level >= 0; level--) {
    const scale = 1 / 2 ** level
    const found = searchLevel(
      ...([from[level]!, to[level]!] as const),
      ...([(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5] as const),
      ...([dx * scale, dy * scale] as const),
    )
    if (!found) {
      if (level === 0) return undefined
      continue
    }
    if (level === 0 && found.difference > TRACK_DIFFERENCE) return undefined
    dx = found.dx / scale
    dy = found.dy / scale
  }
  return { dx, dy }
}

function searchLevel(
  from: Luma,
  to: Luma,
  x: number,
  y: number,
  startX: number,
  startY: number,
): { dx: number; dy: number; difference: number } | undefined {
  let [xx, xy, yy] = [0, 0, 0]
  for (let row = 0, at = 0; row < WIDER; row++) {
    for (let column = 0; column < WIDER; column++, at++) {
      wider[at] = sampleClamped(
        from.y,
        from,
        x + column - TRACK_RADIUS - 1,
        y + row - TRACK_RADIUS - 1,
      )
    }
  }
  for (let row = 0, n = 0; row < SIDE; row++) {
    for (let at = (row + 1) * WIDER + 1, end = at + SIDE; at < end; at++, n++) {
      const gx = (wider[at + 1]! - wider[at - 1]!) / 2
      const gy = (wider[at + WIDER]! - wider[at - WIDER]!) / 2
      window[n] = wider[at]!
      windowX[n] = gx
      windowY[n] = gy
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1e3) return undefined
  let [dx, dy, difference] = [startX, startY, 0]
  for (let step = 0; step < TRACK_STEPS; step++) {
    const left = x + dx - TRACK_RADIUS
    const top = y + dy - TRACK_RADIUS
    if (left < 0 || top < 0 || left + SIDE > to.width || top + SIDE > to.height) return undefined
    const base = Math.floor(top) * to.width + Math.floor(left)
    const [fx, fy] = [left - Math.floor(left), top - Math.floor(top)]
    const [w00, w10, w01, w11] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
    let [sum, sumX, sumY, sumGx, sumGy] = [0, 0, 0, 0, 0]
    difference = 0
    for (let row = 0, n = 0; row < SIDE; row++) {
      for (let i = base + row * to.width, end = i + SIDE; i < end; i++, n++) {
        const value =
          w00 * to.y[i]! +
          w10 * to.y[i + 1]! +
          w01 * (to.y[i + to.width] ?? to.y[i]!) +
          w11 * (to.y[i + to.width + 1] ?? to.y[i + 1]!)
        const apart = value - window[n]!
        sum += apart
        sumX += apart * windowX[n]!
        sumY += apart * windowY[n]!
        sumGx += windowX[n]!
        sumGy += windowY[n]!
        difference += Math.abs(apart)
      }
    }
    const light = sum / (SIDE * SIDE)
    difference = difference / (SIDE * SIDE) - Math.abs(light)
    const bx = sumX - light * sumGx
    const by = sumY - light * sumGy
    const stepX = (yy * bx - xy * by) / determinant
    const stepY = (xx * by - xy * bx) / determinant
    dx -= stepX
    dy -= stepY
    if (Math.abs(stepX) > 2 * TRACK_RADIUS || Math.abs(stepY) > 2 * TRACK_RADIUS) return undefined
    if (Math.hypot(stepX, stepY) < TRACK_SMALL_STEP) break
  }
  return { dx, dy, difference }
}
