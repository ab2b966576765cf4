import { boxOfPoints } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { debugField } from '../../raster/debug.ts'
import type { Picture } from '../../raster/picture.ts'
import { maxDisplacement } from '../../raster/warp/displacement.ts'
import { warp } from '../../raster/warp/warp.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { MIN_DISPLACEMENT, WARP_MARGIN } from '../tuning.ts'
import { backwardField, nodeStepOf } from './backward-field.ts'
import { type LocalWarp, unionOfSupports } from './local-warp.ts'
import { motionMaskOf } from './motion-mask.ts'
import type { NormalisedFace } from './normalised-face.ts'

/**
 * Carries out local warps of one face in a single resampling of its surroundings. `others` are the other faces of the
 * picture, which stay as they are. Pixels outside {@link maxWarpArea} keep their bytes.
 */
export function warpFace(
  picture: Picture,
  face: NormalisedFace,
  others: readonly Face[],
  warps: LocalWarp[],
): Picture {
  const area = changedArea(face, warps, maxWarpArea(face, picture))
  if (area.width < 2 || area.height < 2) return picture
  const motionMask = motionMaskOf(picture, others, face.frame.pixelsPerV)
  const field = backwardField(face, warps, area, motionMask)
  if (maxDisplacement(field) < MIN_DISPLACEMENT) return picture
  debugField('face displacement', field)
  return warp(picture, field, area)
}

/** How many nodes beyond the supports of its warps a field reaches, once it is smoothed and free of folds. */
const MARGIN_NODES = 4

/** The part of `area` that some warps change, in whole steps of the field; empty where there are none. */
function changedArea({ frame }: NormalisedFace, warps: readonly LocalWarp[], area: Box): Box {
  if (warps.length === 0) return { ...area, width: 0, height: 0 }
  const { left, right, top, bottom } = unionOfSupports(warps.map(({ support }) => support))
  const corners = [left, right].flatMap((u) => [top, bottom].map((v) => frame.toPixel({ u, v })))
  const step = nodeStepOf(frame)
  const part = (at: number[], start: number, size: number): [number, number] => [
    Math.max(0, (Math.floor((Math.min(...at) - start) / step) - MARGIN_NODES) * step),
    Math.min(size, (Math.ceil((Math.max(...at) - start) / step) + MARGIN_NODES) * step),
  ]
  const [x0, x1] = part(
    corners.map(({ x }) => x),
    area.left,
    area.width,
  )
  const [y0, y1] = part(
    corners.map(({ y }) => y),
    area.top,
    area.height,
  )
  return { left: area.left + x0, top: area.top + y0, width: x1 - x0, height: y1 - y0 }
}

/** Everything the warps of a face may touch, in whole pixels of the picture. */
export function maxWarpArea({ pixels, frame }: NormalisedFace, size: Size): Box {
  const ring = boxOfPoints(FACE.oval.map((i) => pixels[i]!))
  return clampBox(growBox(ring, WARP_MARGIN * frame.pixelsPerV), size)
}
