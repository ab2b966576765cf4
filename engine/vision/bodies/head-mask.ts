import type { Box, Mask } from '../../raster/picture.ts'

/** A face's box is from the brows to the chin; the head around it is this much of the box's half sides. */
const HEAD = { across: 1.35, up: 1.9, down: 1.25 }

/** Shoulders and chest below the head, in heights of the box. */
const CHEST = { halfWidth: 1.7, slope: 0.9, down: 3 }

/** The chest is a guess: weaker than a mask that was read, so that a known body's own pixels stay its own. */
const GUESSED = 160

/** The head alone, for people whose body has a mask of its own that should hold it, but may not. */
export function headMask(face: Box, size: { width: number; height: number }): Mask {
  return paint(face, size, () => 0)
}

/** Where somebody must be of whom only the face was found: the head, and the shoulders and chest it will have. */
export function strangerMask(face: Box, size: { width: number; height: number }): Mask {
  const chin = face.top + face.height
  const reach = CHEST.halfWidth * face.height
  const middle = face.left + face.width / 2
  return paint(face, size, (column, row) => {
    const half = Math.min(reach, ((row - chin) / (CHEST.slope * face.height)) * reach)
    return Math.abs(column - middle) < half ? GUESSED : 0
  })
}

/** Fills the head, and around it what `below` says, within the reach of a chest. */
function paint(
  face: Box,
  { width, height }: { width: number; height: number },
  below: (column: number, row: number) => number,
): Mask {
  const data = new Uint8Array(width * height)
  const x = face.left + face.width / 2
  const y = face.top + face.height / 2
  const reach = CHEST.halfWidth * face.height
  const to = Math.min(height, Math.ceil(face.top + (1 + CHEST.down) * face.height))
  for (let row = Math.max(0, Math.floor(face.top - face.height)); row < to; row++) {
    const left = Math.max(0, Math.floor(x - reach))
    for (let column = left; column <= Math.min(width - 1, x + reach); column++) {
      const across = (column - x) / (HEAD.across * (face.width / 2))
      const along = (row - y) / ((row < y ? HEAD.up : HEAD.down) * (face.height / 2))
      data[row * width + column] = Math.hypot(across, along) < 1 ? 255 : below(column, row)
    }
  }
  return { width, height, data }
}
