import { Fault } from '../../../../catalog/failures/fault.ts'
import { featureRings } from '../../../face/feature-rings.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { levelPlanes } from '../../../raster/colour/level-planes.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { paintPolygon } from '../../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../../raster/picture.ts'
import { crop, cropPlane } from '../../../raster/pixels/crop.ts'
import { boxOnHead, cropHead } from '../head/crop-head.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { MOST_TUFTS, TUFTS } from '../tuning.ts'

/**
 * Looks at a result: whether tufts of the old hair's colour are left beside the new hair, which nobody told as hair
 * before.
 * @param result the person with the new hair
 * @throws Fault `hidden-face`
 */
export function requireNoTufts(head: Head, cover: Float32Array, result: Picture): void {
  if (measureTufts(head, cover, result) <= MOST_TUFTS) return
  throw new Fault(
    'hidden-face',
    'Tufts of the person’s own hair would stay beside the new hair, since they cannot be told from face or ' +
      'background; a plain background of another colour, and hair brushed off the face, help.',
    { role: 'src' },
  )
}

/** The area of old hair that shows in a result, in squares of the face's width. */
export function measureTufts(head: Head, cover: Float32Array, result: Picture): number {
  const box = boxOnHead(head, TUFTS.within)
  if (!box) return 0
  const part = cropPlane(cover, head.picture.width, box)
  return tuftsIn(cropHead(head, box), part, crop(result, box))
}

function tuftsIn(head: Head, cover: Float32Array, { data }: Picture): number {
  const { hair, frame, picture, face } = head
  const { width, alpha } = hair
  const offFrom = (planes: readonly Float32Array[], at: number): number =>
    Math.hypot(
      data[4 * at]! - planes[0]![at]!,
      data[4 * at + 1]! - planes[1]![at]!,
      data[4 * at + 2]! - planes[2]![at]!,
    )
  return withArena(() => {
    const sure = new Float32Array(aboveLevel(alpha, TUFTS.sure))
    const own = blurAllWithin(
      [hair.red, hair.green, hair.blue],
      sure,
      hair,
      TUFTS.near * frame.faceWidth,
    )
    const skin = skinNearby(head)
    const around = blur(alpha, hair, TUFTS.beside * frame.faceWidth)
    const features = new Float32Array(alpha.length)
    for (const ring of featureRings(face)) paintPolygon(features, hair, ring)
    const by = Math.max(1, Math.round(TUFTS.feature * frame.faceWidth))
    const inFeature = growMask(aboveLevel(features, 0), hair, by)
    const tufts = new Float32Array(alpha.length)
    for (let at = 0; at < alpha.length; at++) {
      if (around[at]! < TUFTS.least || cover[at]! > TUFTS.hidden || inFeature[at]) continue
      if (pixelToHead(frame, at % width, Math.floor(at / width)).v < TUFTS.low) continue
      let changed = 0
      for (let c = 0; c < 3; c++) {
        changed = Math.max(changed, Math.abs(data[4 * at + c]! - picture.data[4 * at + c]!))
      }
      if (changed >= TUFTS.changed) continue
      const off = offFrom(own, at)
      if (off < TUFTS.alike && off < offFrom(skin, at)) tufts[at] = 1
    }
    debugPlane('tufts of old hair', tufts, picture)
    const specks = TUFTS.speck * frame.faceWidth ** 2
    const rule = { low: 1, high: 1, share: 0, most: Number.POSITIVE_INFINITY }
    const pixels = findComponents(tufts, width, rule)
      .filter((one) => one.pixels.length > specks)
      .reduce((sum, one) => sum + one.pixels.length, 0)
    return pixels / frame.faceWidth ** 2
  })
}

/**
 * The colour of the skin around each pixel, by channel, infinite where there is none: hair of nearly its colour is told
 * from shaded skin by it.
 */
function skinNearby({ hair, frame, picture, regions }: Head): Float32Array[] {
  const { width, height, alpha } = hair
  const weight = allocZeroPlane(alpha.length)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (alpha[at]! >= TUFTS.least) continue
      if (sampleGrid(regions.skin, regions.grid, x, y) > TUFTS.skin) weight[at] = 1
    }
  }
  const planes = levelPlanes(picture)
  const colours = blurAllWithin(planes, weight, hair, TUFTS.near * frame.faceWidth)
  const share = blur(weight, hair, TUFTS.near * frame.faceWidth)
  for (const plane of colours) {
    for (let at = 0; at < plane.length; at++) {
      if (share[at]! < TUFTS.skinShare) plane[at] = Number.POSITIVE_INFINITY
    }
  }
  return colours
}
