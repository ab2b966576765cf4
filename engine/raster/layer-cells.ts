import type { Layer } from './move-layer.ts'

/** What a cell of a layer's field is about: nothing, the foreground alone, or an edge. */
export const EMPTY = 0
export const SOLID = 1
export const MIXED = 2

/** Side of a block as a power of two. */
const BLOCK_SHIFT = 4

/**
 * Sorts the cells of a layer's field, by the index of their first node: EMPTY where no trace of the foreground is or
 * arrives, SOLID where all that arrives is wholly foreground and nothing is pinned. Most cells are one or the other, and
 * only the rest need to be looked at pixel by pixel.
 */
export function classifyCells({ matte, support, field, protection }: Layer): Uint8Array {
  const { width, height } = matte
  const { step, cols, rows, dx, dy } = field
  const open = blocksUnlike(matte.data, width, height, 255)
  const touched = blocksUnlike(support.data, width, height, 0)
  const held = protection ? blocksUnlike(protection.data, width, height, 0) : undefined
  const columns = (width >> BLOCK_SHIFT) + 1
  const kinds = new Uint8Array(cols * rows).fill(MIXED)
  const any = (blocks: Uint8Array, left: number, top: number, right: number, bottom: number) => {
    const [x0, x1] = [clamp(left, width) >> BLOCK_SHIFT, clamp(right, width) >> BLOCK_SHIFT]
    const [y0, y1] = [clamp(top, height) >> BLOCK_SHIFT, clamp(bottom, height) >> BLOCK_SHIFT]
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) if (blocks[y * columns + x]) return true
    }
    return false
  }
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) {
      const a = j * cols + i
      const c = a + cols
      const [left, top] = [i * step, j * step]
      const [right, bottom] = [left + step, top + step]
      // Between its nodes a move is nowhere longer than at them; a place is mixed from the pixels around it.
      const from = {
        left: Math.floor(left + Math.min(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) - 1,
        top: Math.floor(top + Math.min(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) - 1,
        right: Math.ceil(right + Math.max(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) + 2,
        bottom: Math.ceil(bottom + Math.max(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) + 2,
      }
      const around = (blocks: Uint8Array) =>
        any(blocks, from.left, from.top, from.right, from.bottom)
      if (!around(touched) && !any(touched, left, top, right, bottom)) kinds[a] = EMPTY
      else if (!around(open) && !(held && any(held, left, top, right, bottom))) kinds[a] = SOLID
    }
  }
  return kinds
}

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, at))
}

/** 1 for each block in which a value is another than `usual`. */
function blocksUnlike(data: Uint8Array, width: number, height: number, usual: number): Uint8Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const blocks = new Uint8Array(columns * ((height >> BLOCK_SHIFT) + 1))
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> BLOCK_SHIFT) * columns
    for (let x = 0; x < width; x++, i++) if (data[i] !== usual) blocks[row + (x >> BLOCK_SHIFT)] = 1
  }
  return blocks
}
