import type { Point } from '../../geometry/point.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import {
  LEAP_ALIKE,
  LEAP_MOVED,
  LEAP_REACH,
  LEAP_SAMPLES,
  LEAP_STEP,
  OBJECT_SHARE,
} from './tuning.ts'

/**
 * Where a thing is that went farther between two frames than motion can be followed: the place where it looks most as
 * it did.
 * @param alpha the thing in the frame before, 0–1
 * @returns by how many pixels it went, nothing where no place is like it
 */
export function findLeap(
  alpha: Float32Array,
  before: SmallFrame,
  now: SmallFrame,
): Point | undefined {
  const { width, height } = now
  const own: number[] = []
  for (let at = 0; at < alpha.length; at++) if (alpha[at]! > OBJECT_SHARE.surely) own.push(at)
  const every = Math.max(1, Math.floor(own.length / LEAP_SAMPLES))
  const samples = own.filter((_, nth) => nth % every === 0)
  if (samples.length < 20) return undefined
  const apart = (x: number, y: number): number => {
    let [sum, count] = [0, 0]
    for (const at of samples) {
      const column = (at % width) + x
      const row = Math.floor(at / width) + y
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const there = row * width + column
      sum += Math.abs(now.y[there]! - before.y[at]!)
      sum += Math.abs(now.u[there]! - before.u[at]!) + Math.abs(now.v[there]! - before.v[at]!)
      count++
    }
    return count < samples.length / 2 ? Number.POSITIVE_INFINITY : sum / count
  }
  let best = { x: 0, y: 0, off: apart(0, 0) }
  const stays = best.off
  const look = (x: number, y: number): void => {
    const off = apart(x, y)
    if (off < best.off) best = { x, y, off }
  }
  const isLike = (): boolean =>
    best.off < LEAP_ALIKE.mostApart && best.off < LEAP_ALIKE.share * stays
  const lookWithin = (far: number): void => {
    for (let y = -far; y <= far; y += LEAP_STEP)
      for (let x = -far; x <= far; x += LEAP_STEP) look(x, y)
  }
  // What looks the same nearby did not leap, and what looks as it did where it was did not go at all.
  lookWithin(Math.round(LEAP_REACH.nearest * width))
  if (isLike() || stays < LEAP_MOVED) return undefined
  lookWithin(Math.round(LEAP_REACH.farthest * width))
  const { x: column, y: row } = best
  for (let y = row - 1; y <= row + 1; y++) for (let x = column - 1; x <= column + 1; x++) look(x, y)
  const isFar = Math.hypot(best.x, best.y) > LEAP_REACH.nearest * width
  return isFar && isLike() ? best : undefined
}
