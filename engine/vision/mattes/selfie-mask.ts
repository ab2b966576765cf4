import type { Mask, Point } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { sampleStretched } from '../input/sample-stretched.ts'
import type { Nets } from '../vision.ts'
import type { Plane } from './box-mean.ts'
import { keepPersonComponents } from './keep-person-components.ts'
import { type MatteRegion, matteRegionOf } from './matte-region.ts'
import { refineMatteByGuide } from './refine-matte-by-guide.ts'

/** Wider than this, the network for landscapes sees more of the picture. */
const WIDE = 1.4

/** How far the network's edge may be off, in its own pixels. */
const EDGE_ERROR = 2.5

/**
 * Where people are who fill a good part of the picture, the size of the picture, its edge drawn to the picture's own.
 * The network takes some things for people: islands that hold none of the points are left out.
 * @param points on people, in source pixels
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
  const isWide = width > WIDE * height
  const size = { width: 256, height: isWide ? 144 : 256 }
  const net = isWide ? vision.wideSelfie : vision.selfie
  const [found] = await net.run(sampleStretched(pyramid, size.width, size.height))
  const rough = keepPersonComponents(stretch(found!, size, region), region, points)
  const pixel = Math.max(width / size.width, height / size.height)
  refineMatteByGuide(mask, pyramid, region, rough, EDGE_ERROR * pixel)
  return mask
}

/** The network's plane on the region's grid, bilinear. */
function stretch(
  plane: Plane,
  size: { width: number; height: number },
  region: MatteRegion,
): Plane {
  const out = new Float32Array(region.width * region.height)
  for (let row = 0, to = 0; row < region.height; row++) {
    const y = place(row, region.height, size.height)
    for (let column = 0; column < region.width; column++, to++) {
      const x = place(column, region.width, size.width)
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

function place(n: number, count: number, size: number) {
  const at = Math.min(size - 1, Math.max(0, ((n + 0.5) * size) / count - 0.5))
  const first = Math.floor(at)
  return { first, next: Math.min(size - 1, first + 1), part: at - first }
}
