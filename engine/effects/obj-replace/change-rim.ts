import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { shrinkMask } from '../../raster/mask/shrink-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { cropMask } from '../../raster/pixels/crop.ts'
import { reachOfRemains } from './cover-remains.ts'
import { withoutCrossing } from './strips-beside.ts'
import {
  COVER_REMAINS_SHARE,
  COVER_REMAINS_SIGMA,
  GROUND_END,
  LEAST_APART,
  RIM_COVERED,
  RIM_HALO,
  RIM_INNER,
  RIM_MIXED,
  RIM_OFF,
  RIM_SHADE,
  RIM_SUM,
} from './tuning.ts'

/**
 * Changes the rim of a thing as the thing was changed: pixels there are mixtures of thing and ground, on both sides of
 * the mask's edge, and would stay as an outline of the old colour, or of the new one where a mixture is taken for the
 * thing. Each pixel is taken apart into so much of the thing's light and so much of the ground's, whose sum is less
 * than one in a shade; what is the thing's gives way to the changed thing's.
 * @param made the picture after what the mask covers was changed
 * @returns `made`, changed in place
 */
export function changeRim(picture: Picture, made: Picture, mask: Mask): Picture {
  const box = boxOfPlane(mask.data, mask)
  if (!box || !mask.data.includes(255)) return made
  const reach = reachOfRemains(picture)
  const part = clampBox(growBox(box, (GROUND_END + 1) * reach), picture)
  const own = cropMask(mask, part)
  const { sure, near, beside, ground } = zonesOf(own, reach)
  if (!ground.includes(1)) return made
  withArena(() => {
    const { object: inner, ground: outer } = COVER_REMAINS_SIGMA
    const within = [picture, made].flatMap((one) => levelsWhere(one, part, sure))
    const insides = blurAllWithin(within, planeOf(sure), part, inner * reach)
    const beyond = levelsWhere(picture, part, ground)
    const squares = beyond.map((plane) => plane.map((level) => level * level))
    const outsides = blurAllWithin([...beyond, ...squares], planeOf(ground), part, outer * reach)
    const shares = allocZeroPlane(sure.length)
    const pure = allocZeroPlane(sure.length)
    const told = new Uint8Array(sure.length)
    for (let y = 0, at = 0; y < part.height; y++) {
      let i = (part.top + y) * picture.width + part.left
      for (let x = 0; x < part.width; x++, i++, at++) {
        if (near[at] === 0) continue
        if (sure[at] === 1) shares[at] = 1
        else if (takeApart(picture, i, { at, insides, outsides, own, shares, pure })) told[at] = 1
      }
    }
    dropShades(shares, told, own, near, reach)
    const rim = keepConnected(shares, part.width, SOME, firstsOf(sure))
    for (let y = 0, at = 0; y < part.height; y++) {
      let i = (part.top + y) * picture.width + part.left
      for (let x = 0; x < part.width; x++, i++, at++) {
        if (sure[at] === 1 || told[at] === 0) continue
        const share = rim[at]!
        // What is the thing alone was changed with its own folds and texture.
        const isWhole = own.data[at] === 255
        const kept = isWhole ? smoothstep(RIM_MIXED.from, RIM_MIXED.full, pure[at]!) : 0
        if (share < RIM_HALO.share && kept === 0 && beside[at] === 1) {
          fadeHalo(picture, made, i, { at, insides, outsides })
          continue
        }
        for (let c = 0; c < 3; c++) {
          const [was, to] = [picture.data[4 * i + c]!, insides[3 + c]![at]!]
          const around = outsides[c]![at]!
          const [least, most] = [Math.min(was, to, around), Math.max(was, to, around)]
          // Sharpened edges are no mixture: what would be lighter or darker than all that it is made of stays within.
          const full = was + share * (to - insides[c]![at]!)
          const mixed = Math.min(most, Math.max(least, full))
          made.data[4 * i + c] = mixed + kept * (made.data[4 * i + c]! - mixed)
        }
      }
    }
  })
  return made
}

/** The least share of a thing that is told. */
const SOME = 1 / 255

/** Where pixels are the thing's own surely, where its rim and halos of it may be, and where the ground is. */
function zonesOf(
  mask: Mask,
  reach: number,
): Record<'sure' | 'near' | 'beside' | 'ground', Uint8Array> {
  const { least, most, share } = RIM_INNER
  const inner = Math.round(Math.min(most, Math.max(least, share * reach)))
  const whole = mask.data.map((level) => (level === 255 ? 1 : 0))
  const shrunk = shrinkMask(whole, mask, inner)
  // A mask that is faint over more than an edge is meant to be.
  const near = growMask(whole, mask, reach)
  const ground = growMask(mask.data, mask, GROUND_END * reach)
  for (let i = 0; i < ground.length; i++) if (near[i] === 1) ground[i] = 0
  const beside = growMask(mask.data, mask, RIM_HALO.wide)
  return { sure: shrunk.includes(1) ? shrunk : whole, near, beside, ground }
}

/**
 * Leaves alone, in `shares` and `told`, what beyond the mask goes on as far as the rim does: a mixture ends there, and
 * what does not is a shade of the ground, as on an arm beside black trousers.
 */
function dropShades(
  shares: Float32Array,
  told: Uint8Array,
  mask: Mask,
  near: Uint8Array,
  reach: number,
): void {
  const outside = new Uint8Array(shares.length)
  for (let at = 0; at < outside.length; at++) {
    if (mask.data[at] === 0 && shares[at]! > RIM_SHADE) outside[at] = 1
  }
  const kept = withoutCrossing(outside, near, mask, reach)
  for (let at = 0; at < shares.length; at++) {
    if (outside[at] === kept[at]) continue
    shares[at] = 0
    told[at] = 0
  }
}

/** What is known of the pixels of the rim, at one of them; `shares` and `pure` are filled in. */
type Rim = {
  at: number
  insides: readonly Float32Array[]
  outsides: readonly Float32Array[]
  own: Mask
  shares: Float32Array
  pure: Float32Array
}

/**
 * Takes a pixel apart: by least squares into a multiple of the thing's colour and one of the ground's, whose sum is
 * about one where the two have the same hue and only that tells them apart.
 * @returns whether the two can be told apart
 */
function takeApart({ data }: Picture, i: number, rim: Rim): boolean {
  const { at, insides, outsides } = rim
  let [ff, fb, bb, fi, bi, apart, variance] = [0, 0, 0, 0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const [level, f, b] = [data[4 * i + c]!, insides[c]![at]!, outsides[c]![at]!]
    ff += f * f
    fb += f * b
    bb += b * b
    fi += f * level
    bi += b * level
    apart += (f - b) ** 2
    variance += Math.max(0, outsides[3 + c]![at]! - b * b)
  }
  if (apart < LEAST_APART ** 2) return false
  const sum = RIM_SUM * (ff + bb)
  // What a mask covers is the thing's rather than the ground's where either would explain it.
  const ground = bb * (rim.own.data[at]! > 127 ? 1 + RIM_COVERED : 1)
  const det = (ff + sum) * (ground + sum) - (fb + sum) ** 2
  const between = Math.min(1, Math.max(0, (fi - bi - fb + bb) / apart))
  let things = ((fi + sum) * (ground + sum) - (fb + sum) * (bi + sum)) / det
  let grounds = ((ff + sum) * (bi + sum) - (fb + sum) * (fi + sum)) / det
  if (grounds < 0) [things, grounds] = [(fi + sum) / (ff + sum), 0]
  else if (things + grounds > 1) {
    // More than all light there is comes of sharpening, whose halos have the hue of the edge.
    things = between
    grounds = 1 - things
  }
  // What is neither of the two nor a mixture, such as a lit seam, is the thing where it is covered.
  let off = 0
  for (let c = 0; c < 3; c++) {
    const mixed = things * insides[c]![at]! + grounds * outsides[c]![at]!
    off += (data[4 * i + c]! - mixed) ** 2
  }
  const isNeither = smoothstep(RIM_OFF.from, RIM_OFF.full, Math.sqrt(off / apart))
  things += isNeither * (between - things)
  const { from, deviations } = COVER_REMAINS_SHARE
  const isCovered = rim.own.data[at]! > 0
  const own = isCovered ? 0 : from + deviations * Math.sqrt(variance / apart)
  const pure = things > 0 ? things / (things + grounds) : 0
  rim.pure[at] = pure + isNeither * (1 - pure)
  if (things > own) rim.shares[at] = Math.min(1, things)
  return true
}

/**
 * Sharpening leaves a halo beside an edge, as strong as the edge: on an even ground, what is off it in the direction
 * away from the old thing is made as strong as the new edge.
 */
function fadeHalo(
  { data }: Picture,
  made: Picture,
  i: number,
  { at, insides, outsides }: Pick<Rim, 'at' | 'insides' | 'outsides'>,
): void {
  let [along, before, after, variance] = [0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const ground = outsides[c]![at]!
    const edge = insides[c]![at]! - ground
    along += (data[4 * i + c]! - ground) * edge
    before += edge * edge
    after += (insides[3 + c]![at]! - ground) ** 2
    variance += Math.max(0, outsides[3 + c]![at]! - ground * ground)
  }
  const isHalo = along < 0 && after < before && variance < RIM_HALO.even ** 2
  const kept = isHalo ? Math.sqrt(after / before) : 1
  for (let c = 0; c < 3; c++) {
    const ground = outsides[c]![at]!
    made.data[4 * i + c] = ground + kept * (data[4 * i + c]! - ground)
  }
}

/** The levels of each channel in a part of a picture, 0 where they do not count. */
function levelsWhere({ data, width }: Picture, part: Box, counts: Uint8Array): Float32Array[] {
  return [0, 1, 2].map((c) => {
    const plane = allocZeroPlane(counts.length)
    for (let y = 0, at = 0; y < part.height; y++) {
      let i = 4 * ((part.top + y) * width + part.left) + c
      for (let x = 0; x < part.width; x++, i += 4, at++) if (counts[at] === 1) plane[at] = data[i]!
    }
    return plane
  })
}

function planeOf(bits: Uint8Array): Float32Array {
  const plane = allocPlane(bits.length)
  plane.set(bits)
  return plane
}

/** The first pixel of each run of a mask. */
function firstsOf(mask: Uint8Array): number[] {
  const firsts: number[] = []
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && mask[i - 1] !== 1) firsts.push(i)
  return firsts
}
