import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'

/** Pixels that are one on the smallest level of a blur, at most. */
const GRID = 64

/** The part around a box in which a blur gives what it gives in the whole picture, where nothing beyond has weight. */
export function blurredPart(box: Box, size: Size): Box {
  const around = growBox(box, GRID)
  const left = GRID * Math.floor(around.left / GRID)
  const top = GRID * Math.floor(around.top / GRID)
  const right = GRID * Math.ceil((around.left + around.width) / GRID)
  const bottom = GRID * Math.ceil((around.top + around.height) / GRID)
  return clampBox({ left, top, width: right - left, height: bottom - top }, size)
}
