import type { Box } from '../../../geometry/box.ts'
import { pointBetween } from '../../../geometry/point.ts'
import { withArena } from '../../../raster/arena.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import { isNearLimb } from '../measure/near-limb.ts'
import type { Wearer } from '../measure/wearer.ts'
import { ARM_SPURS, LOOSE_CLOTH_FINGERS } from '../tuning.ts'

/**
 * 1 for each pixel of a spur or a speck beside arms, with its soft edge: shade and rims of cloth that have the colours
 * of skin. Both are thinner than an arm (an opening, Serra 1982), specks hang together with none, and spurs are long.
 * Hands are neither, as fingers are as thin, nor are shoulders, which end in a tip.
 * @param whole 1 for each pixel of a box that is more of an arm than of anything else
 */
export function findSpurs(
  whole: Uint8Array,
  box: Box,
  { arms, torso }: Pick<Wearer, 'arms' | 'torso'>,
): Uint8Array {
  const { thin, long, soft, near } = ARM_SPURS
  const by = Math.max(1, Math.round(thin * torso.shoulders))
  const thick = growMask(shrinkMask(whole, box, by), box, by)
  const arm = growMask(thick, box, soft)
  const attached = connectedTo(thick, whole, box)
  const ends = arms.flatMap(([shoulder, elbow, wrist]) => [
    [shoulder, shoulder],
    [wrist, pointBetween(elbow, wrist, LOOSE_CLOTH_FINGERS)],
  ])
  const isAtEnd = (i: number): boolean => {
    const place = { x: box.left + (i % box.width), y: box.top + Math.floor(i / box.width) }
    return ends.some((end) => isNearLimb(end, place, near * torso.shoulders))
  }
  const rest = Float32Array.from(whole, (is, i) => (is && !(attached[i] && arm[i]) ? 1 : 0))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const spurs = new Uint8Array(whole.length)
  for (const { pixels } of findComponents(rest, box.width, limits)) {
    // What lies all beside an arm is of its edge.
    if (pixels.every((i) => arm[i])) continue
    const isSpeck = pixels.every((i) => !attached[i])
    const isSpur = isSpeck || extentOf(pixels, box.width) >= long * torso.shoulders
    if (isSpur && !pixels.some(isAtEnd)) for (const i of pixels) spurs[i] = 1
  }
  return growMask(spurs, box, soft).map((is, i) => (is && (spurs[i] || !arm[i]) ? 1 : 0))
}

/** What of a mask hangs together with some of its pixels. */
function connectedTo(some: Uint8Array, mask: Uint8Array, { width }: Box): Uint8Array {
  const seeds: number[] = []
  for (let i = 0; i < some.length; i++) if (some[i]) seeds.push(i)
  return withArena(() => new Uint8Array(keepConnected(new Float32Array(mask), width, 1, seeds)))
}

/** How many rows or columns pixels take up, whichever are more. */
function extentOf(pixels: readonly number[], width: number): number {
  const [columns, rows] = [pixels.map((i) => i % width), pixels.map((i) => Math.floor(i / width))]
  const across = (values: readonly number[]): number => {
    const [from, to] = values.reduce(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [Infinity, -Infinity],
    )
    return to - from + 1
  }
  return Math.max(across(columns), across(rows))
}
