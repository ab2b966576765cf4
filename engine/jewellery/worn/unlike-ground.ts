import type { Size } from '../../geometry/size.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../../regions/colour-model.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import {
  SURFACE_ALIKE,
  SURFACE_BESIDE,
  SURFACE_BROAD,
  SURFACE_COLOURS,
  SURFACE_GROUND,
  SURFACE_LEAST_SHARE,
  SURFACE_LIGHTNESS,
  SURFACE_LIKE_SKIN,
  SURFACE_MIXED,
} from '../tuning.ts'

/** How much each pixel differs from the ground, CIELAB units: as if it might be in shade, and as it is. */
export type Unlikeness = { shaded: Float32Array; plain: Float32Array }

/**
 * How much each pixel differs from the skin, cloth, hair and wall around it, in CIELAB units: the least difference from
 * the local colour of any surface beside it. The edge between two surfaces is a mixture of both and does not differ.
 * @param sigma how far around a pixel a surface is averaged
 */
export function unlikeGround(
  lab: LabPlanes,
  size: Size,
  skin: ColourModel,
  sigma: number,
): Unlikeness {
  const surfaces = [
    { colours: skin, alike: SURFACE_ALIKE.skin, isBroad: false },
    ...otherSurfaces(lab, skin).map((colour) => ({
      colours: [colour],
      alike: SURFACE_ALIKE.other,
      isBroad: true,
    })),
  ]
  const shaded = new Float32Array(lab.l.length).fill(100)
  const plain = shaded.slice()
  for (const { colours, alike, isBroad } of surfaces) {
    withArena(() => {
      const weight = allocPlane(lab.l.length)
      for (let i = 0; i < weight.length; i++) {
        weight[i] = Math.exp(-((colourDistance(lab, i, colours) / alike) ** 2))
      }
      // What is thin is no ground: a strand of white pearls is not, though the wall is white, too.
      const around = boxMean(
        weight,
        size.width,
        size.height,
        Math.ceil(SURFACE_BROAD.width * sigma),
      )
      for (let i = 0; i < weight.length; i++)
        if (isBroad && around[i]! < SURFACE_BROAD.share) weight[i] = 0
      const planes = [lab.l, lab.a, lab.b, weight]
      const ones = allocPlane(weight.length).fill(1)
      const [l, a, b] = blurAllWithin(planes.slice(0, 3), weight, size, sigma)
      const [share] = blurAllWithin([weight], ones, size, sigma)
      for (let i = 0; i < weight.length; i++) {
        if (share![i]! < SURFACE_BESIDE) continue
        const [tl, ta, tb] = [l![i]!, a![i]!, b![i]!]
        shaded[i] = Math.min(shaded[i]!, difference(lab, i, tl, ta, tb))
        plain[i] = Math.min(plain[i]!, Math.hypot(lab.l[i]! - tl, lab.a[i]! - ta, lab.b[i]! - tb))
      }
    })
  }
  shadeOfSkin(lab, skin, shaded)
  return { shaded: withoutMixtures(lab, shaded, size), plain }
}

/** The folds of an ear and what is behind an ear are in shade of any depth, and have the hue of skin. */
function shadeOfSkin(lab: LabPlanes, skin: ColourModel, shaded: Float32Array): void {
  for (const [l, a, b] of skin) {
    for (let i = 0; i < shaded.length; i++) {
      if (lab.l[i]! < l) shaded[i] = Math.min(shaded[i]!, difference(lab, i, l, a, b))
    }
  }
}

/** The colours that cover a good part of the place and are not the skin's. */
function otherSurfaces(lab: LabPlanes, skin: ColourModel): ColourModel {
  const pixels: number[] = []
  for (let i = 0; i < lab.l.length; i += 3) {
    if (colourDistance(lab, i, skin) > SURFACE_LIKE_SKIN) pixels.push(i)
  }
  const colours = fitColourModel(lab, pixels, SURFACE_COLOURS)
  const counts = colours.map(() => 0)
  for (const i of pixels) {
    const distances = colours.map((colour) => colourDistance(lab, i, [colour]))
    const nearest = distances.indexOf(Math.min(...distances))
    counts[nearest] = counts[nearest]! + 1
  }
  return colours.filter((_, n) => counts[n]! > (SURFACE_LEAST_SHARE * lab.l.length) / 3)
}

function difference({ l, a, b }: LabPlanes, i: number, tl: number, ta: number, tb: number): number {
  const dl = l[i]! - tl
  if (dl > 0) return Math.hypot(SURFACE_LIGHTNESS.lighter * dl, a[i]! - ta, b[i]! - tb)
  // Light that is less by a factor takes the cube root of it off L* + 16, a* and b*.
  const shade = Math.max(0, (l[i]! + 16) / (tl + 16))
  return Math.hypot(SURFACE_LIGHTNESS.darker * dl, a[i]! - shade * ta, b[i]! - shade * tb)
}

/** Takes out what is mixed of the ground on two opposite sides of a pixel, as along the edge of cloth on skin. */
function withoutMixtures(
  lab: LabPlanes,
  unlike: Float32Array,
  { width, height }: Size,
): Float32Array {
  const result = unlike.slice()
  const { l, a, b } = lab
  for (let y = 3; y + 3 < height; y++) {
    for (let x = 3; x + 3 < width; x++) {
      const at = y * width + x
      if (unlike[at]! < SURFACE_GROUND) continue
      let least = unlike[at]!
      for (const by of [1, width, width + 1, width - 1]) {
        for (const reach of SURFACE_MIXED) {
          const [p, q] = [at - reach * by, at + reach * by]
          if (unlike[p]! >= SURFACE_GROUND || unlike[q]! >= SURFACE_GROUND) continue
          const [dl, da, db] = [l[q]! - l[p]!, a[q]! - a[p]!, b[q]! - b[p]!]
          const length = dl * dl + da * da + db * db
          const along = (l[at]! - l[p]!) * dl + (a[at]! - a[p]!) * da + (b[at]! - b[p]!) * db
          const share = length < 1 ? 0 : Math.min(1, Math.max(0, along / length))
          const mixed = difference(
            lab,
            at,
            l[p]! + share * dl,
            a[p]! + share * da,
            b[p]! + share * db,
          )
          if (mixed < least) least = mixed
        }
      }
      result[at] = least
    }
  }
  return result
}
