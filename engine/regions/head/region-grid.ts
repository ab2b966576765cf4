import { clampBox } from '../../geometry/box.ts'
import { distance, type Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import type { SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { REGION_GRID_FACE, REGION_GRID_REACH, REGION_GRID_USUAL } from '../tuning.ts'

/** A face's place on a grid over head, neck and shoulders. */
export type HeadGrid = SamplingGrid & {
  /** The face's width in grid pixels, that of a turned face as if it faced the camera. */
  faceWidth: number
  /** The landmarks in grid pixels. */
  points: Point[]
  /** The direction from chin to forehead, length 1. */
  up: Point
}

/** Lays the grid over a head. */
export function headGrid(picture: Size, { landmarks }: Face): HeadGrid {
  const [from, to] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [chin, top] = [landmarks[FACE.chin]!, landmarks[FACE.foreheadTop]!]
  const tall = distance(top, chin)
  const width = Math.max(1, distance(to, from), REGION_GRID_FACE * tall)
  const xs = [from.x, to.x, chin.x, top.x]
  const ys = [from.y, to.y, chin.y, top.y]
  const left = Math.min(...xs) - REGION_GRID_REACH.beside * width
  const above = Math.min(...ys) - REGION_GRID_REACH.above * width
  const whole = {
    left,
    top: above,
    width: Math.max(...xs) + REGION_GRID_REACH.beside * width - left,
    height: Math.max(...ys) + REGION_GRID_REACH.below * width - above,
  }
  const area = clampBox(whole, picture)
  // The scale is that of the whole area, so that a head is looked at in the same size wherever the picture is cut off.
  const scale = Math.max(1, Math.round(Math.max(whole.width, whole.height) / REGION_GRID_USUAL))
  const grid = {
    area,
    scale,
    width: Math.max(1, Math.ceil(area.width / scale)),
    height: Math.max(1, Math.ceil(area.height / scale)),
  }
  return {
    ...grid,
    faceWidth: width / grid.scale,
    points: landmarks.map(({ x, y }) => ({
      x: (x - area.left) / grid.scale,
      y: (y - area.top) / grid.scale,
    })),
    up: { x: (top.x - chin.x) / (tall || 1), y: (top.y - chin.y) / (tall || 1) },
  }
}
