import type { Size } from '../../../geometry/size.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { betweenColours } from '../../../raster/colour/between-colours.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { borderPixels } from '../../../raster/mask/border-pixels.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import { sampleGrid } from '../../../regions/head/region-grid.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { removeBackgroundLines } from '../head/remove-background-lines.ts'

/** So far inside its edge hair is nothing else, and how far around a pixel colours are taken, widths of the face. */
const DEEP = 0.045
const NEAR = 0.04

/** From this share of something else on a pixel leads into hair from outside, and from which one belongs to a spot. */
const OPEN = 0.3
const RIM = 0.05

/** Levels between the colours of hair and skin from which on the one is told from the other in a mixture. */
const APART = { none: 12, full: 30 } as const

/**
 * Half the width of slits between locks that are closed, and where that is: beside the face, and above it, where light
 * locks of dark hair end in the colour of the skin. Widths of the face.
 */
const SLIT = 0.02
const BESIDE = { face: 0.36, low: 0.5 } as const
const ABOVE = { low: 0.3, high: 0.85 } as const

/** How much of what is near is skin, or cloth, at least where some may shine through. */
const NEARBY = { none: 0.02, full: 0.12 } as const

/** Where hair begins at face and ears: widths of the face from the middle and above the eyes. */
const HAIRLINE = { beside: 0.6, low: -0.5, high: 0.85 } as const

/** Beside clothes a pixel that lies so far on the way from the hair's colour to theirs takes the hair's. */
const CLOTHED = { none: 0, full: 0.05 } as const

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
  const { width } = hair
  const by = Math.max(1, Math.round(DEEP * frame.faceWidth))
  const edge = growMask(
    Uint8Array.from(alpha, (share) => (share < 0.95 ? 1 : 0)),
    hair,
    by,
  )
  const holes = enclosedIn(alpha, reference)
  return withArena(() => {
    const nearHoles = growMask(holes, hair, by)
    const deep = Float32Array.from(edge, (on, at) => (on || nearHoles[at] ? 0 : 1))
    const beside = (plane: Float32Array): Float32Array =>
      alpha.map((share, at) =>
        share > 0.02 ? 0 : sampleGrid(plane, regions.grid, at % width, Math.floor(at / width)),
      )
    const [skin, cloth] = [beside(regions.skin), beside(regions.cloth)]
    const around = growMask(holes, hair, 2)
    const filled = blur(Float32Array.from(around), hair, 1).slice()
    const shallow = blur(Float32Array.from(edge), hair, 0.3 * by).slice()
    const planes = [hair.red, hair.green, hair.blue]
    const levels = planes.map((plane, c) => plane.map((_, at) => picture.data[4 * at + c]!))
    const sigma = NEAR * frame.faceWidth
    const inner = blurAllWithin(planes, deep, hair, sigma).map((plane) => plane.slice())
    const skinNear = blur(skin, hair, sigma).slice()
    const other = blurAllWithin(levels, skin, hair, sigma).map((plane) => plane.slice())
    const clothNear = blur(cloth, hair, sigma).slice()
    const clothes = blurAllWithin(levels, cloth, hair, sigma)
    const cleaned = planes.map((plane) => plane.slice()) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    const closed = closing(alpha, hair, Math.max(1, Math.round(SLIT * frame.faceWidth)))
    for (let at = 0; at < alpha.length; at++) {
      const { u, v } = pixelToHead(frame, at % width, Math.floor(at / width))
      const more = closed[at]! - alpha[at]!
      const isBeside = Math.abs(u) > BESIDE.face
      if (more > 0.02 && (isBeside ? v < BESIDE.low : v > ABOVE.low && v < ABOVE.high)) {
        for (const [c, plane] of cleaned.entries()) {
          plane[at] = (alpha[at]! * plane[at]! + more * inner[c]![at]!) / closed[at]!
        }
        alpha[at] = closed[at]!
      }
      if (filled[at]! > 0.01) {
        alpha[at] = Math.max(alpha[at]!, holes[at]!)
        for (const [c, plane] of cleaned.entries()) {
          plane[at] = plane[at]! + filled[at]! * (inner[c]![at]! - plane[at]!)
        }
      }
      if (shallow[at]! < 0.01 || alpha[at] === 0) continue
      if (clothNear[at]! > NEARBY.none) {
        const { share, told } = mixedWith(clothes, cleaned, inner, at)
        const near = smoothstep(NEARBY.none, NEARBY.full, clothNear[at]!)
        const theirs = shallow[at]! * near * told * smoothstep(CLOTHED.none, CLOTHED.full, share)
        for (const [c, plane] of cleaned.entries()) {
          plane[at] = plane[at]! + theirs * (inner[c]![at]! - plane[at]!)
        }
      }
      if (Math.abs(u) > HAIRLINE.beside || v < HAIRLINE.low || v > HAIRLINE.high) continue
      const mixed = mixedWith(other, cleaned, inner, at)
      const near = smoothstep(NEARBY.none, NEARBY.full, skinNear[at]!)
      const share = near * shallow[at]! * mixed.told
      for (const [c, plane] of cleaned.entries()) {
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
  return { share: Math.min(1, Math.max(0, share)), told: smoothstep(APART.none, APART.full, apart) }
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
  return openLevels(
    plane.map((share) => -share),
    size,
    radius,
  ).map((share) => -share)
}

/** 1 where something else shows that hair encloses. */
function enclosedIn(alpha: Float32Array, { hair }: Head): Uint8Array {
  const { width } = hair
  const open = alpha.map((share) => 1 - share)
  const reached = keepConnected(open, width, OPEN, borderPixels(hair))
  const outside = growMask(
    Uint8Array.from(reached, (share) => (share > 0 ? 1 : 0)),
    hair,
    2,
  )
  const within = open.map((share, at) => (outside[at] ? 0 : share))
  const spots = [...within.keys()].filter((at) => within[at]! >= OPEN)
  return Uint8Array.from(keepConnected(within, width, RIM, spots), (share) => (share > 0 ? 1 : 0))
}
