import type { Point } from '../../geometry/point.ts'
import { debugMask, debugPlane } from '../../raster/debug.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { pyramidLevelFor } from '../input/sample-roi.ts'
import type { InputSize, Nets } from '../vision.ts'
import type { Plane } from './box-mean.ts'
import { keepPersonComponents } from './keep-person-components.ts'
import { type MatteRegion, matteRegionOf } from './matte-region.ts'
import { refineMatteByGuide } from './refine-matte-by-guide.ts'

/** From this aspect ratio on, the network for landscape format shows the picture in more detail. */
const LANDSCAPE_ASPECT = 1.4

/** How far the edge of the network's mask can be off, in pixels of its input. */
const EDGE_ERROR = 2.5

/**
 * Segments people who fill a large part of the picture (MediaPipe Selfie Segmentation), and refines the edge of the
 * mask to the picture's edges. The network takes some things for people: components without any of the given points
 * are removed.
 * @param points on people, in source pixels
 * @returns a mask of the picture's size
 */
export async function selfieMask(
  pyramid: Pyramid,
  vision: Pick<Nets, 'selfie' | 'wideSelfie'>,
  points: readonly Point[],
): Promise<Mask> {
  const [picture] = pyramid
  const { width, height } = picture
  const mask = { width, height, data: new Uint8Array(width * height) }
  const region = matteRegionOf(roiAround(0, 0, width, height), picture)
  if (!region) return mask
  const isWide = width > LANDSCAPE_ASPECT * height
  const size = { width: 256, height: isWide ? 144 : 256 }
  const net = isWide ? vision.wideSelfie : vision.selfie
  const [found] = await net.run(sampleStretched(pyramid, size))
  const rough = keepPersonComponents(stretchToRegion(found!, size, region), region, points)
  const pixel = Math.max(width / size.width, height / size.height)
  refineMatteByGuide(mask, pyramid, region, rough, EDGE_ERROR * pixel)
  debugPlane('selfie mask of the network', rough, region)
  debugMask('selfie mask', mask)
  return mask
}

/**
 * The whole picture as a network's input, stretched to the input's aspect ratio as in the network's training:
 * bilinear, from the pyramid level that leaves less than a halving to do along the side that shrinks less.
 * @returns height × width × 3 values, RGB 0–1
 */
function sampleStretched(pyramid: Pyramid, { width, height }: InputSize): Float32Array {
  const [whole] = pyramid
  const level = pyramidLevelFor(pyramid, Math.min(whole.width / width, whole.height / height))
  const source = pyramid[level] ?? whole
  const input = new Float32Array(width * height * 3)
  const columns = Array.from({ length: width }, (_, n) => bilinearStop(n, width, source.width))
  const rows = Array.from({ length: height }, (_, n) => bilinearStop(n, height, source.height))
  let to = 0
  const { data } = source
  for (const y of rows) {
    const [upper, lower] = [4 * y.first * source.width, 4 * y.next * source.width]
    for (const x of columns) {
      const [left, right] = [4 * x.first, 4 * x.next]
      for (let c = 0; c < 3; c++, to++) {
        const above = data[upper + left + c]! * (1 - x.part) + data[upper + right + c]! * x.part
        const below = data[lower + left + c]! * (1 - x.part) + data[lower + right + c]! * x.part
        input[to] = (above * (1 - y.part) + below * y.part) / 255
      }
    }
  }
  return input
}

/** Resamples the network's plane to the region's grid, bilinearly. */
function stretchToRegion(plane: Plane, size: InputSize, region: MatteRegion): Plane {
  const out = new Float32Array(region.width * region.height)
  for (let row = 0, to = 0; row < region.height; row++) {
    const y = bilinearStop(row, region.height, size.height)
    for (let column = 0; column < region.width; column++, to++) {
      const x = bilinearStop(column, region.width, size.width)
      const at = y.first * size.width + x.first
      const below = y.next * size.width - y.first * size.width
      const beside = x.next - x.first
      const upper = plane[at]! * (1 - x.part) + plane[at + beside]! * x.part
      const lower = plane[at + below]! * (1 - x.part) + plane[at + below + beside]! * x.part
      out[to] = upper * (1 - y.part) + lower * y.part
    }
  }
  return out
}

/**
 * The two of `size` source pixels between which the centre of the n-th of `count` samples lies, and how far along.
 */
function bilinearStop(n: number, count: number, size: number) {
  const at = Math.min(size - 1, Math.max(0, ((n + 0.5) * size) / count - 0.5))
  const first = Math.floor(at)
  return { first, next: Math.min(size - 1, first + 1), part: at - first }
}
