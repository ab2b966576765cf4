import type { Point } from '../../../geometry/point.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { IN_MASK, TRACED_ARMS } from '../tuning.ts'
import { type ArmRays, armRays } from './arm-rays.ts'
import type { TorsoAxes } from './torso-axes.ts'
import { traceArmEdge } from './trace-arm-edge.ts'

/** Regions whose bare arms end where the picture shows it, and 1 in each pixel in which that was asked. */
export type TracedArms = { regions: ByRegion<Mask>; traced: Uint8Array }

/**
 * Traces the edges of bare arms that touch a top: masks are some pixels off there, by another amount in each row, and
 * what is drawn beside an arm would have the teeth of its mask.
 */
export function withTracedArms(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, arms, torso }: { mask: Mask; arms: readonly (readonly Point[])[]; torso: TorsoAxes },
  gaps: Uint8Array = new Uint8Array(mask.data.length),
): TracedArms {
  const traced = new Uint8Array(mask.data.length)
  const skin = { ...regions['body-skin'], data: regions['body-skin'].data.slice() }
  const upper = regions['upper-garment'].data.slice()
  const most = Math.max(
    TRACED_ARMS.reach.least,
    Math.round(TRACED_ARMS.reach.share * torso.shoulders),
  )
  for (const arm of arms) {
    for (const side of [1, -1]) {
      const strip = armRays(arm, side, { ...regions, gaps }, torso, most)
      for (const run of runsOf(strip, TRACED_ARMS.least * torso.shoulders)) {
        const edge = traceArmEdge(picture, skin, strip, run, { most, shoulders: torso.shoulders })
        for (const [at, { share, isAtWall, isByTop }] of sharesAlong(
          edge,
          strip,
          run,
          most,
          mask,
        )) {
          traced[at] = 1
          const [before, now] = [skin.data[at]!, Math.round(255 * share)]
          skin.data[at] = now
          // Between an arm and the wall a rim of cloth is a mixture of both, and stays as it is in the picture.
          if (isAtWall && now < 255) upper[at] = 0
          else {
            const isCloth = isByTop && now < before && mask.data[at]! >= IN_MASK
            upper[at] = Math.min(255 - now, upper[at]! + (isCloth ? before - now : 0))
          }
        }
      }
    }
  }
  return {
    regions: {
      ...regions,
      'body-skin': skin,
      'upper-garment': { ...regions['upper-garment'], data: upper },
    },
    traced,
  }
}

/** Runs of rays beside cloth, as first and end; they cross short gaps and go on a little, as far as skin is told. */
function runsOf({ besideCloth, ends }: ArmRays, least: number): [number, number][] {
  const by = Math.round(least / 2)
  const runs: [number, number][] = []
  for (let n = 0; n < besideCloth.length; n++) {
    if (besideCloth[n] === 0) continue
    const last = runs.at(-1)
    const isNear = last && n - last[1] <= by && ends.slice(last[1], n).every((end) => end > 0)
    if (isNear) last[1] = n + 1
    else runs.push([n, n + 1])
  }
  const joined: [number, number][] = []
  for (const [first, end] of runs) {
    if (end - first < least) continue
    let [from, to] = [first, end]
    while (from > Math.max(0, first - by) && ends[from - 1]! > 0) from--
    while (to < Math.min(ends.length, end + by) && ends[to]! > 0) to++
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = to
    else joined.push([from, to])
  }
  return joined
}

/** A power of two, so that no rounding adds up. */
const SAMPLES = 4

/**
 * The share of each pixel near an edge that lies within it, by so many samples a pixel each way, and whether a rim
 * before the wall is there, and a top.
 */
function sharesAlong(
  edge: Float32Array,
  { rays, middle, besideTop, besideWall, wall }: ArmRays,
  [first, end]: readonly [number, number],
  most: number,
  mask: Mask,
): Map<number, { share: number; isAtWall: boolean; isByTop: boolean }> {
  const { width, height } = mask
  const inside = new Map<number, number>()
  const all = new Map<number, number>()
  const atWall = new Set<number>()
  const byTop = new Set<number>()
  for (let n = first; n < end - 1; n++) {
    const [one, other] = [rays[n]!, rays[n + 1]!]
    for (let share = 0; share < 1; share += 1 / SAMPLES) {
      const between = (a: number, b: number): number => a + share * (b - a)
      const own = between(edge[n - first]!, edge[n - first + 1]!)
      const around = between(middle[n]!, middle[n + 1]!)
      for (let d = around - most - 1; d <= around + most + 1; d += 1 / SAMPLES) {
        const x = Math.floor(between(one.from.x + d * one.way.x, other.from.x + d * other.way.x))
        const y = Math.floor(between(one.from.y + d * one.way.y, other.from.y + d * other.way.y))
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const at = y * width + x
        all.set(at, (all.get(at) ?? 0) + 1)
        // Beyond the wall lies the trunk with what is worn on it, unless the mask fades there.
        const isBeyond = d > wall[n]! + 1 && mask.data[at]! >= TRACED_ARMS.person
        if (besideWall[n] && !isBeyond) atWall.add(at)
        if (besideTop[n]) byTop.add(at)
        if (d < own) inside.set(at, (inside.get(at) ?? 0) + 1)
      }
    }
  }
  return new Map(
    [...all].map(([at, count]) => [
      at,
      { share: (inside.get(at) ?? 0) / count, isAtWall: atWall.has(at), isByTop: byTop.has(at) },
    ]),
  )
}
