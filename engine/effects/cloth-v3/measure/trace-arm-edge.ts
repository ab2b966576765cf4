import { cheapestPath } from '../../../geometry/cheapest-path.ts'
import { srgbToLinear } from '../../../raster/colour/lab.ts'
import { luma } from '../../../raster/colour/luma.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { IN_MASK, TRACED_ARMS } from '../tuning.ts'
import { type ArmRays, placeOnRay } from './arm-rays.ts'
import { type Colour, partsOf } from './parts-of-colours.ts'

/**
 * Where an arm ends along some of its rays, in pixels from its bones: where the colours of skin and of what lies beside
 * it part best, along the way that costs least (Amini, Weymouth and Jain 1990), so that the edge has no teeth. In a
 * dark crease, which is of neither colour, it goes straight on, and never beyond one: cloth that the arm throws its
 * light on looks like skin. At both ends it lies where the mask has it.
 * @param most how far from the mask's edge it is looked for, in pixels
 */
export function traceArmEdge(
  picture: Picture,
  skin: Mask,
  { rays, ends, middle }: ArmRays,
  [first, end]: readonly [number, number],
  { most, shoulders }: { most: number; shoulders: number },
): Float32Array {
  const placeAt = (n: number, d: number) => placeOnRay(rays[n]!, d, picture)
  const colourAt = (at: number): Colour => {
    const [red, green, blue] = picture.data.subarray(4 * at, 4 * at + 3)
    return [srgbToLinear(red!), srgbToLinear(green!), srgbToLinear(blue!)]
  }
  const count = 2 * most + 1
  const sums = {
    own: new Float64Array(4 * (end - first)),
    other: new Float64Array(4 * (end - first)),
  }
  const far = TRACED_ARMS.sure * most
  for (let n = first; n < end; n++) {
    for (let d = most; d < far; d++) {
      const [inner, outer] = [placeAt(n, middle[n]! - d), placeAt(n, middle[n]! + d)]
      const isInside = d < middle[n]! && inner !== undefined && skin.data[inner]! >= IN_MASK
      if (isInside) addColour(sums.own, n - first, colourAt(inner))
      const isOutside = outer !== undefined && skin.data[outer]! < IN_MASK
      if (isOutside) addColour(sums.other, n - first, colourAt(outer))
    }
  }
  const window = Math.round(TRACED_ARMS.colours * shoulders)
  const costs = Array.from({ length: end - first }, (_, i) => {
    const n = first + i
    const own = meanColour(sums.own, i, window)
    const other = meanColour(sums.other, i, window)
    // From −1, surely not the arm, to 1.
    const likes = new Float32Array(count - 1)
    const light = new Float32Array(count - 1)
    for (let k = 0; k < likes.length; k++) {
      const at = placeAt(n, middle[n]! + k - most + 0.5)
      if (at === undefined || !own || !other) continue
      const told = (2 * skin.data[at]!) / 255 - 1
      likes[k] = likeSkin(colourAt(at), own, other, told)
      light[k] = luma(picture.data[4 * at]!, picture.data[4 * at + 1]!, picture.data[4 * at + 2]!)
    }
    const crease = creaseOf(light)
    if (crease !== undefined) {
      for (let k = crease; k < likes.length; k++)
        likes[k] = Math.min(likes[k]!, -TRACED_ARMS.beyond)
    }
    const isEnd = i === 0 || n === end - 1
    return costsOf(likes, (k) => {
      const off = (k - most) / most
      const pinned = isEnd ? TRACED_ARMS.pinned * Math.abs(k - most - ends[n]! + middle[n]!) : 0
      return pinned + TRACED_ARMS.known * off * off
    })
  })
  const path = cheapestPath(costs, (from, to) => TRACED_ARMS.bends * Math.abs(to - from), 2)
  return Float32Array.from(path, (k, i) => {
    const [before, after] = [path[i - 1] ?? k, path[i + 1] ?? k]
    return middle[first + i]! + (before + 2 * k + after) / 4 - most
  })
}

/** How much a colour is that of skin, from −1 to 1; by its mask where the colours cannot tell. */
function likeSkin(seen: Colour, own: Colour, other: Colour, told: number): number {
  const { apart, dark, mask } = TRACED_ARMS
  const difference = Math.hypot(...own.map((value, c) => Math.sqrt(value) - Math.sqrt(other[c]!)))
  const sure = shareBetween(apart, difference)
  const [a, b] = partsOf(seen, own, other)
  const lit = shareBetween(dark, a + b)
  return (mask.least + mask.more * (1 - sure)) * told + sure * lit * ((2 * a) / (a + b || 1) - 1)
}

function shareBetween({ from, to }: { from: number; to: number }, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}

/** What an edge before each place costs: skin beyond it, what is none up to it, and what it costs itself. */
function costsOf(likes: Float32Array, ownCost: (k: number) => number): Float32Array {
  const costs = new Float32Array(likes.length + 1)
  let sum = likes.reduce((all, like) => all + Math.max(0, like), 0)
  for (let k = 0; k < costs.length; k++) {
    costs[k] = sum + ownCost(k)
    sum -= likes[k] ?? 0
  }
  return costs
}

/** Where it is darkest between lighter places; undefined where it is nowhere much darker than at both sides. */
function creaseOf(light: Float32Array): number | undefined {
  let [deepest, at]: [number, number | undefined] = [TRACED_ARMS.crease, undefined]
  for (let k = 1; k < light.length - 1; k++) {
    const beside = Math.min(Math.max(...light.subarray(0, k)), Math.max(...light.subarray(k + 1)))
    if (beside - light[k]! > deepest) [deepest, at] = [beside - light[k]!, k]
  }
  return at
}

function addColour(sums: Float64Array, n: number, colour: Colour): void {
  for (let c = 0; c < 3; c++) sums[4 * n + c]! += colour[c]!
  sums[4 * n + 3]! += 1
}

/** The mean colour of some rays; undefined where none was seen. */
function meanColour(sums: Float64Array, n: number, window: number): Colour | undefined {
  const all: [number, number, number, number] = [0, 0, 0, 0]
  const end = Math.min(sums.length / 4, n + window + 1)
  for (let m = Math.max(0, n - window); m < end; m++) {
    for (let c = 0; c < 4; c++) all[c]! += sums[4 * m + c]!
  }
  const [red, green, blue, count] = all
  return count === 0 ? undefined : [red / count, green / count, blue / count]
}
