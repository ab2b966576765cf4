import type { Picture } from '../raster/picture.ts'
import { buildPyramid } from '../vision/input/pyramid.ts'
import { roiAround } from '../vision/input/roi.ts'
import { matteRegionOf } from '../vision/mattes/matte-region.ts'
import { refineMatteByGuide } from '../vision/mattes/refine-matte-by-guide.ts'
import { findMatteNet, matteByModel } from '../vision/user-models/matte-by-model.ts'
import { tilesOver } from '../vision/user-models/tiles.ts'
import type { Vision } from '../vision/vision.ts'
import { MODEL_EDGE_ERROR } from './tuning.ts'

/**
 * A mask of what a picture is of, by a network of users that tells anything from its ground: white where it stands out,
 * with edges refined to those of the picture. Undefined where there is no such network.
 * @throws when the network cannot be run
 */
export async function cutByModel(
  picture: Picture,
  { userNets }: Pick<Vision, 'userNets'>,
): Promise<Picture | undefined> {
  const net = findMatteNet(userNets, 'anything')
  const { width, height } = picture
  const region = net && matteRegionOf(roiAround(0, 0, width, height), picture)
  if (!net || !region) return undefined
  const area = { left: 0, top: 0, width, height }
  const step = { x: width / region.width, y: height / region.height }
  const rough = await matteByModel(net, picture, { ...region, area, step })
  const mask = { width, height, data: new Uint8Array(width * height) }
  const { size } = net.manifest.picture
  const shown = tilesOver(area, net.manifest.picture)?.whole.input ?? size
  const input = 'width' in shown ? Math.max(shown.width, shown.height) : shown.most
  const error = MODEL_EDGE_ERROR * Math.max(1, Math.max(width, height) / input)
  refineMatteByGuide(mask, buildPyramid(picture), region, rough, error)
  const data = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < mask.data.length; i++) {
    data.fill(mask.data[i]!, 4 * i, 4 * i + 3)
    data[4 * i + 3] = 255
  }
  return { width, height, data }
}
