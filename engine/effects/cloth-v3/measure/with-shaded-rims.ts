import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import type { Size } from '../../../geometry/size.ts'
import type { LabColour } from '../../../raster/colour/lab.ts'
import { luma } from '../../../raster/colour/luma.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { IN_MASK, SHADED_RIMS } from '../tuning.ts'
import { labColourOf, meanLabColour } from './mean-lab-colour.ts'
import { isNearLimb } from './near-limb.ts'
import { pixelToTorso, type TorsoAxes } from './torso-axes.ts'

/**
 * Regions whose arms end at the dark crease between them and a top: beyond it cloth lies in the shade and in the light
 * that the arm throws back, and a rim of it passes for skin. What a crease parts from an arm, is thinner than a finger
 * and borders on the top, is the top's.
 */
export function withShadedRims(
  picture: Picture,
  regions: ByRegion<Mask>,
  arms: readonly (readonly Point[])[],
  torso: TorsoAxes,
): ByRegion<Mask> {
  const near = SHADED_RIMS.near * torso.shoulders
  const box = clampBox(growBox(boxOfPoints(arms.flat()), near), picture)
  const places = placesIn(box, picture)
  const skin = new Uint8Array(places.length)
  const cloth = new Uint8Array(places.length)
  const light = new Float32Array(places.length)
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    if (regions['body-skin'].data[at]! >= IN_MASK) skin[i] = 1
    if (regions['upper-garment'].data[at]! >= IN_MASK) cloth[i] = 1
    const [red, green, blue] = picture.data.subarray(4 * at, 4 * at + 3)
    light[i] = luma(red!, green!, blue!)
  }
  const thin = Math.max(1, Math.round(SHADED_RIMS.thin * torso.shoulders))
  const parted = withoutCreases(
    skin,
    light,
    box,
    Math.max(2, Math.round(SHADED_RIMS.wide * torso.shoulders)),
  )
  const arm = growMask(shrinkMask(parted, box, thin), box, thin)
  const beside = growMask(cloth, box, thin + 2)
  const rims = new Float32Array(places.length)
  for (let i = 0; i < places.length; i++) {
    if (!skin[i] || arm[i] || !beside[i]) continue
    const at = places[i]!
    const point = { x: at % picture.width, y: Math.floor(at / picture.width) }
    if (pixelToTorso(torso, point).v < SHADED_RIMS.below * torso.shoulders) continue
    if (arms.some((limb) => isNearLimb(limb, point, near))) rims[i] = 1
  }
  const upper = regions['upper-garment'].data.slice()
  const bare = regions['body-skin'].data.slice()
  const dye = meanLabColour(picture, regions['upper-garment'])
  const own = meanLabColour(picture, regions['body-skin'])
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels } of findComponents(rims, box.width, limits)) {
    const colour = labColourOf(
      picture,
      pixels.map((i) => places[i]!),
    )
    // Between the crease and an armhole the skin of the trunk shows; less of it is the crease itself.
    const isLarge = pixels.length >= SHADED_RIMS.least * torso.shoulders ** 2
    const isSkin = isLarge && own && dye && isOfSkin(colour, own, dye)
    for (const i of isSkin ? [] : pixels) {
      const at = places[i]!
      upper[at] = Math.min(255, upper[at]! + bare[at]!)
      bare[at] = 0
    }
  }
  return {
    ...regions,
    'upper-garment': { ...regions['upper-garment'], data: upper },
    'body-skin': { ...regions['body-skin'], data: bare },
  }
}

/** Whether a colour has the hue of skin rather than that of a top, which is another one. Shade changes neither. */
function isOfSkin(colour: LabColour, skin: LabColour, top: LabColour): boolean {
  const apart = (other: LabColour): number => Math.hypot(colour.a - other.a, colour.b - other.b)
  const hues = Math.hypot(skin.a - top.a, skin.b - top.b)
  return hues > SHADED_RIMS.hues && apart(skin) < SHADED_RIMS.skin * apart(top)
}

/** What is set without where it is dark between two lighter places, each so many pixels away. */
function withoutCreases(
  mask: Uint8Array,
  light: Float32Array,
  { width }: Size,
  away: number,
): Uint8Array {
  const parted = mask.slice()
  const ways = [1, width, width + 1, width - 1].map((step) => step * away)
  for (let i = 0; i < parted.length; i++) {
    const x = i % width
    if (parted[i] === 0 || x < away || x >= width - away) continue
    const least = light[i]! + SHADED_RIMS.dark
    if (ways.some((by) => light[i - by]! > least && light[i + by]! > least)) parted[i] = 0
  }
  return parted
}
