import type { Mask, Picture } from '../picture.ts'
import type { Displacement } from './displacement.ts'

/** A foreground that moves over a background that stays. All parts have the size of the picture. */
export type Layer = {
  picture: Picture
  /** The share of each pixel that is foreground. */
  matte: Mask
  /** Above 0 wherever foreground may be visible: the matte, and the halo that a camera's sharpening draws around it. */
  support: Mask
  /** Moves the foreground, backward. */
  field: Displacement
  /** Protection mask: where 255, the result keeps the picture's own pixel whatever moves there. */
  protection?: Mask
  /**
   * For each node of the field the share by which the whole picture moves there, the background with the foreground,
   * 0-1: bilinear between the nodes, as the field.
   */
  doubt?: Float32Array
}

/** Kinds of a cell of a layer's field: no foreground, foreground alone, and any other. */
export const EMPTY = 0
export const SOLID = 1
export const MIXED = 2

/** Side of the blocks in which masks are looked up, as a power of two: 16 pixels. */
const BLOCK_SHIFT = 4

/**
 * Classifies the cells of a layer's field. EMPTY: the support neither covers the cell nor moves into it, and there is
 * no doubt. SOLID: only pixels with a full matte move into it, or everything does for doubt, and nothing in it is
 * protected. MIXED: all others. Most cells are EMPTY or SOLID; only MIXED ones need to be composited pixel by pixel.
 * @returns the kind of each cell, by its number
 */
export function classifyCells({ matte, support, field, protection, doubt }: Layer): Uint8Array {
  const { width, height } = matte
  const { step, cols, rows, dx, dy } = field
  const soft = blocksUnlike(matte.data, width, height, 255)
  const supported = blocksUnlike(support.data, width, height, 0)
  const kept = protection ? blocksUnlike(protection.data, width, height, 0) : undefined
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
      // Bounds of the source pixels: a bilinear field is nowhere longer than at its nodes, and interpolation reads
      // one pixel before and two after a position.
      const from = {
        left: Math.floor(left + Math.min(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) - 1,
        top: Math.floor(top + Math.min(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) - 1,
        right: Math.ceil(right + Math.max(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) + 2,
        bottom: Math.ceil(bottom + Math.max(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) + 2,
      }
      const around = (blocks: Uint8Array) =>
        any(blocks, from.left, from.top, from.right, from.bottom)
      const least = doubt ? Math.min(doubt[a]!, doubt[a + 1]!, doubt[c]!, doubt[c + 1]!) : 0
      const most = doubt ? Math.max(doubt[a]!, doubt[a + 1]!, doubt[c]!, doubt[c + 1]!) : 0
      const isFree = () => !(kept && any(kept, left, top, right, bottom))
      if (most === 0 && !around(supported) && !any(supported, left, top, right, bottom))
        kinds[a] = EMPTY
      else if ((least === 1 || !around(soft)) && isFree()) kinds[a] = SOLID
    }
  }
  return kinds
}

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, at))
}

/** 1 for each block that holds a value other than `usual`. */
function blocksUnlike(data: Uint8Array, width: number, height: number, usual: number): Uint8Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const blocks = new Uint8Array(columns * ((height >> BLOCK_SHIFT) + 1))
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> BLOCK_SHIFT) * columns
    for (let x = 0; x < width; x++, i++) if (data[i] !== usual) blocks[row + (x >> BLOCK_SHIFT)] = 1
  }
  return blocks
}
