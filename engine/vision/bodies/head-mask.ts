import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import type { Mask } from '../../raster/picture.ts'
import { CHEST_LEVEL, GUESSED_CHEST, HEAD_AXES } from '../tuning.ts'

/** A guessed mask of the head around a face, for people whose own mask can miss it. */
export function headMask(face: Box, size: Size): Mask {
  return paintHead(face, size, () => 0)
}

/** A guessed mask of a person of whom only the face was found: the head, the shoulders and the chest. */
export function strangerMask(face: Box, size: Size): Mask {
  const chin = face.top + face.height
  const halfWidth = GUESSED_CHEST.halfWidth * face.height
  const middle = face.left + face.width / 2
  return paintHead(face, size, (column, row) => {
    const half = Math.min(
      halfWidth,
      ((row - chin) / (GUESSED_CHEST.slope * face.height)) * halfWidth,
    )
    return Math.abs(column - middle) < half ? CHEST_LEVEL : 0
  })
}

/** Draws the ellipse of the head at level 255, and the levels of `below` around it as far as a chest reaches. */
function paintHead(
  face: Box,
  { width, height }: Size,
  below: (column: number, row: number) => number,
): Mask {
  const data = new Uint8Array(width * height)
  const x = face.left + face.width / 2
  const y = face.top + face.height / 2
  const halfWidth = GUESSED_CHEST.halfWidth * face.height
  const to = Math.min(height, Math.ceil(face.top + (1 + GUESSED_CHEST.down) * face.height))
  const left = Math.max(0, Math.floor(x - halfWidth))
  const paintRow = (row: number): void => {
    const along = (row - y) / ((row < y ? HEAD_AXES.up : HEAD_AXES.down) * (face.height / 2))
    for (let column = left; column <= Math.min(width - 1, x + halfWidth); column++) {
      const across = (column - x) / (HEAD_AXES.across * (face.width / 2))
      const isHead = across * across + along * along < 1
      data[row * width + column] = isHead ? 255 : below(column, row)
    }
  }
  for (let row = Math.max(0, Math.floor(face.top - face.height)); row < to; row++) paintRow(row)
  return { width, height, data }
}
