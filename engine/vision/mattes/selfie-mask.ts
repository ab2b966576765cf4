import type { Point } from '../../geometry/point.ts'
import { blendStops, stretchedStops } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { debugMask, debugPlane } from '../../raster/debug.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { pyramidLevelFor } from '../input/sample-roi.ts'
import { LANDSCAPE_ASPECT, MASK_EDGE_ERROR } from '../tuning.ts'
import { findMatteNet, matteByModel } from '../user-models/matte-by-model.ts'
import { modelWindow } from '../user-models/model-window.ts'
import { tilesOver } from '../user-models/tiles.ts'
import type { Nets, UserNet, Vision } from '../vision.ts'
import type { Plane } from './box-mean.ts'
import { keepPersonComponents } from './keep-person-components.ts'
import { type MatteRegion, matteRegionOf } from './matte-region.ts'
import { refineMatteByGuide } from './refine-matte-by-guide.ts'

/**
 * Segments people who fill a large part of the picture (MediaPipe Selfie Segmentation, or a network of users), and
 * refines the edge of the mask to the picture's edges. The network takes some things for people: components without any
 * of the given points are removed.
 * @param points on people, in source pixels
 * @returns a mask of the picture's size
 */
export async function selfieMask(
  pyramid: Pyramid,
  vision: Pick<Nets, 'selfie' | 'wideSelfie'> & Pick<Vision, 'userNets'>,
  points: readonly Point[],
): Promise<Mask> {
  const [picture] = pyramid
  const { width, height } = picture
  const mask = { width, height, data: new Uint8Array(width * height) }
  const region = matteRegionOf(roiAround(0, 0, width, height), picture)
  if (!region) return mask
  const own = findMatteNet(vision.userNets, 'people')
  const { found, pixel } = own
    ? await findByModel(own, picture, region)
    : await findBySelfie(pyramid, vision, region)
  const rough = keepPersonComponents(found, region, points)
  refineMatteByGuide(mask, pyramid, region, rough, MASK_EDGE_ERROR * pixel)
  debugPlane('selfie mask of the network', rough, region)
  debugMask('selfie mask', mask)
  return mask
}

/** Shares of person on the region's grid, and how many pixels of the picture one of the network has. */
type Found = { found: Plane; pixel: number }

async function findBySelfie(
  pyramid: Pyramid,
  vision: Pick<Nets, 'selfie' | 'wideSelfie'>,
  region: MatteRegion,
): Promise<Found> {
  const [{ width, height }] = pyramid
  const isWide = width > LANDSCAPE_ASPECT * height
  const size = { width: 256, height: isWide ? 144 : 256 }
  const net = isWide ? vision.wideSelfie : vision.selfie
  const [found] = await net.run(sampleStretched(pyramid, size))
  const pixel = Math.max(width / size.width, height / size.height)
  return { found: stretchToRegion(found!, size, region), pixel }
}

async function findByModel(
  net: UserNet<'matte'>,
  picture: Picture,
  { width, height }: MatteRegion,
): Promise<Found> {
  const area = { left: 0, top: 0, width: picture.width, height: picture.height }
  const step = { x: picture.width / width, y: picture.height / height }
  const found = await matteByModel(net, picture, { area, width, height, step })
  const shown = net.manifest.picture
  const { input } = tilesOver(area, shown)?.whole ?? modelWindow(area, shown)
  return { found, pixel: Math.max(picture.width / input.width, picture.height / input.height) }
}

/**
 * The whole picture as a network's input, stretched to the input's aspect ratio as in the network's training:
 * bilinear, from the pyramid level that leaves less than a halving to do along the side that shrinks less.
 * @returns height × width × 3 values, RGB 0–1
 */
function sampleStretched(pyramid: Pyramid, { width, height }: Size): Float32Array {
  const [whole] = pyramid
  const level = pyramidLevelFor(pyramid, Math.min(whole.width / width, whole.height / height))
  const source = pyramid[level] ?? whole
  const input = new Float32Array(width * height * 3)
  const columns = stretchedStops(width, source.width)
  let to = 0
  for (const row of stretchedStops(height, source.height)) {
    for (const column of columns) {
      for (let c = 0; c < 3; c++, to++) {
        input[to] = blendStops(source.data, source.width, column, row, 4, c) / 255
      }
    }
  }
  return input
}

/** Resamples the network's plane to the region's grid, bilinearly. */
function stretchToRegion(plane: Plane, size: Size, region: MatteRegion): Plane {
  const out = new Float32Array(region.width * region.height)
  const columns = stretchedStops(region.width, size.width)
  let to = 0
  for (const row of stretchedStops(region.height, size.height)) {
    for (const column of columns) out[to++] = blendStops(plane, size.width, column, row)
  }
  return out
}
