import type { Box, Mask } from '../raster/picture.ts'

/** A face's box is from the brows to the chin; the head around it is this much of the box's half sides. */
const HEAD = { across: 1.35, up: 1.9, down: 1.25 }

/** Shoulders and chest below the head, in heights of the box. */
const CHEST = { halfWidth: 1.7, slope: 0.9, down: 3 }

/** The chest is a guess: weaker than a mask that was read, so that a known body's own pixels stay its own. */
const GUESSED = 160

/** Where somebody must be of whom only the face was found: the head, and the shoulders and chest it will have. */
export function strangerMask(face: Box, size: { width: number; height: number }): Mask {
  const { width, height } = size
  const data = new Uint8Array(width * height)
  const x = face.left + face.width / 2
  const y = face.top + face.height / 2
  const chin = face.top + face.height
  const reach = CHEST.halfWidth * face.height
  const from = Math.max(0, Math.floor(face.top - face.height))
  const to = Math.min(height, Math.ceil(chin + CHEST.down * face.height))
  for (let row = from; row < to; row++) {
    const chest = Math.min(reach, ((row - chin) / (CHEST.slope * face.height)) * reach)
    for (let column = Math.floor(x - reach); column <= x + reach; column++) {
      if (column < 0 || column >= width) continue
      const across = (column - x) / (HEAD.across * (face.width / 2))
      const along = (row - y) / ((row < y ? HEAD.up : HEAD.down) * (face.height / 2))
      const inHead = Math.hypot(across, along) < 1
      if (inHead) data[row * width + column] = 255
      else if (Math.abs(column - x) < chest) data[row * width + column] = GUESSED
    }
  }
  return { width, height, data }
}
