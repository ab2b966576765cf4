import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { blur } from '../../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { fitColourModel, squaredDistances } from '../../../regions/colour-model.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { BARE_SKIN } from '../tuning.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from './torso-axes.ts'

/**
 * Regions without the bare skin that passes for a top: below a low neck, beside straps and on the upper arms there is
 * skin where most tops have cloth. What has none of the colours that the top has farther down, and those of the
 * person's skin, is skin.
 */
export function withBareSkin(
  picture: Picture,
  regions: ByRegion<Mask>,
  torso: TorsoAxes,
): ByRegion<Mask> {
  const box = boxOfChest(torso, picture)
  const inPicture = placesIn(box, picture)
  const size = { width: box.width, height: box.height }
  const [cloth, skin]: [number[], number[]] = [[], []]
  const placeOf = (at: number): { u: number; v: number } =>
    pixelToTorso(torso, { x: at % picture.width, y: Math.floor(at / picture.width) })
  const isTrunk = (at: number): boolean => {
    const { u, v } = placeOf(at)
    return v > BARE_SKIN.chest * torso.length && Math.abs(u) < BARE_SKIN.trunk * torso.shoulders
  }
  for (let i = 0; i < inPicture.length; i += BARE_SKIN.step) {
    const at = inPicture[i]!
    if (regions['upper-garment'].data[at]! >= BARE_SKIN.pure) {
      if (isTrunk(at)) cloth.push(i)
    } else if (
      regions['body-skin'].data[at]! >= BARE_SKIN.pure ||
      regions['face-skin'].data[at]! >= BARE_SKIN.pure
    ) {
      skin.push(i)
    }
  }
  if (Math.min(cloth.length, skin.length) < BARE_SKIN.least) return regions
  const upper = regions['upper-garment'].data.slice()
  const bare = regions['body-skin'].data.slice()
  withArena(() => {
    const lab = readLabPlanes(picture, { ...size, area: box, scale: 1 })
    const distancesTo = (sure: readonly number[]): Float32Array => {
      const away = squaredDistances(lab, fitColourModel(lab, sure, BARE_SKIN.colours))
      for (let i = 0; i < away.length; i++) away[i] = Math.sqrt(away[i]!)
      return blur(away, size, BARE_SKIN.sigma)
    }
    const other = distancesTo(skin)
    const unlike = cloth.filter((i) => other[i]! > BARE_SKIN.alike)
    // A top in the colours of skin.
    if (unlike.length < BARE_SKIN.most * cloth.length) return
    const own = distancesTo(unlike)
    for (let i = 0; i < inPicture.length; i++) {
      const at = inPicture[i]!
      if (upper[at] === 0 || own[i]! < BARE_SKIN.unlike) continue
      if (other[i]! > BARE_SKIN.share * own[i]!) continue
      if (placeOf(at).v > BARE_SKIN.hips * torso.length) continue
      bare[at] = Math.min(255, bare[at]! + upper[at]!)
      upper[at] = 0
    }
  })
  return {
    ...regions,
    'upper-garment': { ...regions['upper-garment'], data: upper },
    'body-skin': { ...regions['body-skin'], data: bare },
  }
}

/** The part of a picture in which neck, shoulders, chest and upper arms lie. */
function boxOfChest(torso: TorsoAxes, picture: Picture): Box {
  const { across, from, to } = BARE_SKIN.box
  const corners = [-across, across].flatMap((u) =>
    [from, to].map((v) => torsoToPixel(torso, u * torso.shoulders, v * torso.length)),
  )
  return clampBox(boxOfPoints(corners), picture)
}
