import type { Size } from '../../../geometry/size.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, copyInto, withArena } from '../../../raster/arena.ts'
import { betweenColours } from '../../../raster/colour/between-colours.ts'
import { levelPlanes } from '../../../raster/colour/level-planes.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { borderPixels } from '../../../raster/mask/border-pixels.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { removeBackgroundLines } from '../head/remove-background-lines.ts'
import {
  BARE_SHARE,
  REFERENCE_ABOVE,
  REFERENCE_APART,
  REFERENCE_BESIDE,
  REFERENCE_CLOSED,
  REFERENCE_CLOTHED,
  REFERENCE_DEEP,
  REFERENCE_HAIRLINE,
  REFERENCE_NEAR,
  REFERENCE_NEARBY,
  REFERENCE_OPEN,
  REFERENCE_RIM,
  REFERENCE_SHALLOW,
  REFERENCE_SLIT,
  REFERENCE_TOUCHED,
  SURELY_HAIR,
} from '../tuning.ts'

/**
 * The hair of a reference as another head can wear it: without lines behind it, without earrings and ground that show
 * in the midst of it, and without the skin and the clothes that shine through where it begins and ends.
 * @param alpha the share of hair without those lines, overwritten
 */
export function cleanReference(
  reference: Head,
  alpha: Float32Array = removeBackgroundLines(reference),
): Head['hair'] {
  const { hair, frame, picture, regions } = reference
  const { width, height } = hair
  const by = Math.max(1, Math.round(REFERENCE_DEEP * frame.faceWidth))
  const edge = growMask(lessThan(alpha, SURELY_HAIR), hair, by)
  const holes = withArena(() => enclosedIn(alpha, reference))
  return withArena(() => {
    const nearHoles = growMask(holes, hair, by)
    const deep = allocZeroPlane(alpha.length)
    for (let at = 0; at < deep.length; at++) if (!edge[at] && !nearHoles[at]) deep[at] = 1
    const beside = (plane: Float32Array): Float32Array => {
      const shares = allocZeroPlane(alpha.length)
      for (let y = 0, at = 0; y < height; y++) {
        for (let x = 0; x < width; x++, at++) {
          if (alpha[at]! <= BARE_SHARE) shares[at] = sampleGrid(plane, regions.grid, x, y)
        }
      }
      return shares
    }
    const [skin, cloth] = [beside(regions.skin), beside(regions.cloth)]
    const around = growMask(holes, hair, 2)
    const filled = blur(new Float32Array(around), hair, 1)
    const shallow = blur(new Float32Array(edge), hair, REFERENCE_SHALLOW * by)
    const planes = [hair.red, hair.green, hair.blue]
    const levels = levelPlanes(picture)
    const sigma = REFERENCE_NEAR * frame.faceWidth
    const inner = blurAllWithin(planes, deep, hair, sigma)
    const skinNear = blur(skin, hair, sigma)
    const other = blurAllWithin(levels, skin, hair, sigma)
    const clothNear = blur(cloth, hair, sigma)
    const clothes = blurAllWithin(levels, cloth, hair, sigma)
    const cleaned = planes.map((plane) => plane.slice()) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    const closed = closing(alpha, hair, Math.max(1, Math.round(REFERENCE_SLIT * frame.faceWidth)))
    for (let at = 0; at < alpha.length; at++) {
      // Far from hair there is nothing to clean.
      if (alpha[at] === 0 && closed[at] === 0 && filled[at]! <= REFERENCE_TOUCHED) continue
      const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
      const more = closed[at]! - alpha[at]!
      const isBeside = Math.abs(u) > REFERENCE_BESIDE.face
      if (
        more > REFERENCE_CLOSED &&
        (isBeside ? v < REFERENCE_BESIDE.low : v > REFERENCE_ABOVE.low && v < REFERENCE_ABOVE.high)
      ) {
        for (let c = 0; c < 3; c++) {
          const plane = cleaned[c]!
          plane[at] = (alpha[at]! * plane[at]! + more * inner[c]![at]!) / closed[at]!
        }
        alpha[at] = closed[at]!
      }
      if (filled[at]! > REFERENCE_TOUCHED) {
        alpha[at] = Math.max(alpha[at]!, holes[at]!)
        for (let c = 0; c < 3; c++) {
          const plane = cleaned[c]!
          plane[at] = plane[at]! + filled[at]! * (inner[c]![at]! - plane[at]!)
        }
      }
      if (shallow[at]! < REFERENCE_TOUCHED || alpha[at] === 0) continue
      if (clothNear[at]! > REFERENCE_NEARBY.none) {
        const { share, told } = mixedWith(clothes, cleaned, inner, at)
        const near = smoothstep(REFERENCE_NEARBY.none, REFERENCE_NEARBY.full, clothNear[at]!)
        const theirs =
          shallow[at]! *
          near *
          told *
          smoothstep(REFERENCE_CLOTHED.none, REFERENCE_CLOTHED.full, share)
        for (let c = 0; c < 3; c++) {
          const plane = cleaned[c]!
          plane[at] = plane[at]! + theirs * (inner[c]![at]! - plane[at]!)
        }
      }
      if (
        Math.abs(u) > REFERENCE_HAIRLINE.beside ||
        v < REFERENCE_HAIRLINE.low ||
        v > REFERENCE_HAIRLINE.high
      )
        continue
      const mixed = mixedWith(other, cleaned, inner, at)
      const near = smoothstep(REFERENCE_NEARBY.none, REFERENCE_NEARBY.full, skinNear[at]!)
      const share = near * shallow[at]! * mixed.told
      for (let c = 0; c < 3; c++) {
        const plane = cleaned[c]!
        plane[at] = plane[at]! - share * mixed.share * (other[c]![at]! - inner[c]![at]!)
      }
      keepHue(cleaned, other, inner, at, share)
    }
    const [red, green, blue] = cleaned
    return { ...hair, alpha, red, green, blue }
  })
}

/** How far a pixel lies on the way from the hair's colour to another, 0–1, and how well the two are told apart. */
function mixedWith(
  other: readonly Float32Array[],
  planes: readonly Float32Array[],
  hair: readonly Float32Array[],
  at: number,
): { share: number; told: number } {
  const { share, apart } = betweenColours(planes, hair, other, at)
  return {
    share: Math.min(1, Math.max(0, share)),
    told: smoothstep(REFERENCE_APART.none, REFERENCE_APART.full, apart),
  }
}

/**
 * Takes back, in place, by how much a pixel's hue lies beyond the hair's, as seen from the skin's: a matte that is a
 * little too thin takes more skin out of a pixel than is in it, and dark hair turns blue.
 */
function keepHue(
  planes: readonly Float32Array[],
  other: readonly Float32Array[],
  hair: readonly Float32Array[],
  at: number,
  share: number,
): void {
  const mean = (of: (c: number) => number) => (of(0) + of(1) + of(2)) / 3
  const apart = (c: number) => other[c]![at]! - hair[c]![at]!
  const own = (c: number) => planes[c]![at]! - hair[c]![at]!
  const [grey, ownGrey] = [mean(apart), mean(own)]
  let [along, squared] = [0, 0]
  for (let c = 0; c < 3; c++) {
    along += (own(c) - ownGrey) * (apart(c) - grey)
    squared += (apart(c) - grey) ** 2
  }
  const beyond = Math.min(0, along / (squared + 1e-3))
  for (const [c, plane] of planes.entries()) {
    plane[at] = plane[at]! - share * beyond * (apart(c) - grey)
  }
}

/** What is darker than its surroundings and narrower than 2 × `radius` + 1 pixels, levelled to them. */
function closing(plane: Float32Array, size: Size, radius: number): Float32Array {
  const closed = allocPlane(plane.length)
  for (let at = 0; at < plane.length; at++) closed[at] = -plane[at]!
  copyInto(closed, openLevels(closed, size, radius))
  for (let at = 0; at < plane.length; at++) closed[at] = -closed[at]!
  return closed
}

/** 1 where something else shows that hair encloses. */
function enclosedIn(alpha: Float32Array, { hair }: Head): Uint8Array {
  const { width } = hair
  const open = allocPlane(alpha.length)
  for (let at = 0; at < open.length; at++) open[at] = 1 - alpha[at]!
  const reached = keepConnected(open, width, REFERENCE_OPEN, borderPixels(hair))
  const outside = growMask(aboveLevel(reached, 0), hair, 2)
  const spots: number[] = []
  for (let at = 0; at < open.length; at++) {
    if (outside[at]) open[at] = 0
    else if (open[at]! >= REFERENCE_OPEN) spots.push(at)
  }
  return aboveLevel(keepConnected(open, width, REFERENCE_RIM, spots), 0)
}

/** 1 where a plane is below a level. */
function lessThan(plane: Float32Array, level: number): Uint8Array {
  const mask = new Uint8Array(plane.length)
  for (let at = 0; at < mask.length; at++) if (plane[at]! < level) mask[at] = 1
  return mask
}
