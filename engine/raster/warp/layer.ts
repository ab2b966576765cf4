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
  const any = (blocks: Uint8Array, { left, top, right, bottom }: Edges): boolean => {
    const [x0, x1] = [clamp(left, width) >> BLOCK_SHIFT, clamp(right, width) >> BLOCK_SHIFT]
    const [y0, y1] = [clamp(top, height) >> BLOCK_SHIFT, clamp(bottom, height) >> BLOCK_SHIFT]
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) if (blocks[y * columns + x]) return true
    }
    return false
  }
  const kindOf = (i: number, j: number): number => {
    const a = j * cols + i
    const c = a + cols
    const own = { left: i * step, top: j * step, right: (i + 1) * step, bottom: (j + 1) * step }
    // Bounds of the source pixels: a bilinear field is nowhere longer than at its nodes, and interpolation reads
    // one pixel before and two after a position.
    const from = {
      left: Math.floor(own.left + Math.min(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) - 1,
      top: Math.floor(own.top + Math.min(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) - 1,
      right: Math.ceil(own.right + Math.max(dx[a]!, dx[a + 1]!, dx[c]!, dx[c + 1]!)) + 2,
      bottom: Math.ceil(own.bottom + Math.max(dy[a]!, dy[a + 1]!, dy[c]!, dy[c + 1]!)) + 2,
    }
    const least = doubt ? Math.min(doubt[a]!, doubt[a + 1]!, doubt[c]!, doubt[c + 1]!) : 0
    const most = doubt ? Math.max(doubt[a]!, doubt[a + 1]!, doubt[c]!, doubt[c + 1]!) : 0
    if (most === 0 && !any(supported, from) && !any(supported, own)) return EMPTY
    const isFree = !(kept && any(kept, own))
    return isFree && (least === 1 || !any(soft, from)) ? SOLID : MIXED
  }
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < cols; i++) kinds[j * cols + i] = kindOf(i, j)
  }
  return kinds
}

type Edges = Record<'left' | 'top' | 'right' | 'bottom', number>

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, at))
}

/** 1 for each block that holds a value other than `usual`. */
function blocksUnlike(data: Uint8Array, width: number, height: number, usual: number): Uint8Array {
  const columns = (width >> BLOCK_SHIFT) + 1
  const blocks = new Uint8Array(columns * ((height >> BLOCK_SHIFT) + 1))
  for (let y = 0; y < height; y++) {
    markBlocks(data, y * width, width, usual, blocks, (y >> BLOCK_SHIFT) * columns)
  }
  return blocks
}

function markBlocks(
  data: Uint8Array,
  from: number,
  width: number,
  usual: number,
  blocks: Uint8Array,
  row: number,
): void {
  for (let x = 0; x < width; x++) {
    if (data[from + x] === usual) continue
    blocks[row + (x >> BLOCK_SHIFT)] = 1
    // The rest of the block is marked, too.
    x |= (1 << BLOCK_SHIFT) - 1
  }
}
