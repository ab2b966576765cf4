import { addressOf, toArenaBytes } from '../../raster/arena.ts'
import type { Side, Sides } from '../../video/matting/estimate-sides.ts'
import type { FineMatte } from '../../video/matting/refine-matte.ts'
import type { Region } from '../../video/shrink-frame.ts'
import { SIDES_RADIUS } from '../../video/tuning.ts'
import { EDGE_LEVELS_RUN } from './tuning.ts'

/** Half of what one known cell of the squares around makes of their mean: below it there is none, but for rounding. */
const ONE_KNOWN = 0.5 / (2 * SIDES_RADIUS + 1) ** 2

/**
 * The levels on both sides of edges, for two rows of cells and eight pixels of a region each, in rows of `stride`; 0
 * where they are not known.
 */
export type EdgeLevels = Record<'background' | 'people', SideLevels> & { stride: number }

type SideLevels = Record<'y' | 'u' | 'v', Uint8Array>

/** Sides as kernels read them. */
export function edgeLevels(
  { background, people, box }: Sides,
  { width, height }: Pick<FineMatte, 'width' | 'height'>,
  region: Region,
): EdgeLevels {
  const stride = Math.ceil(region.width / EDGE_LEVELS_RUN) + 1
  const levelsOf = (side: Side): SideLevels => {
    const plane = (): Uint8Array => new Uint8Array((height / 2) * stride)
    const levels = { y: plane(), u: plane(), v: plane() }
    for (let x = 0; x < stride; x++) {
      const column = Math.floor(((x + 0.5) * EDGE_LEVELS_RUN * width) / 2 / region.width) - box.left
      if (column < 0 || column >= box.width) continue
      for (let row = 0; row < box.height; row++) {
        const square = row * box.width + column
        if (side.known[square]! < ONE_KNOWN) continue
        const at = (box.top + row) * stride + x
        levels.y[at] = level(side.y[square]!)
        levels.u[at] = level(side.u[square]!)
        levels.v[at] = level(side.v[square]!)
      }
    }
    return levels
  }
  return { background: levelsOf(background), people: levelsOf(people), stride }
}

function level(value: number): number {
  return Math.min(255, Math.max(1, Math.round(value)))
}

/** Puts levels into the open arena. @returns for each plane the addresses of what belongs to a row of cells */
export function levelsInArena({ background, people, stride }: EdgeLevels) {
  return (channel: 'y' | 'u' | 'v') => {
    const [old, own] = [background, people].map((side) => addressOf(toArenaBytes(side[channel])))
    return {
      old: (cells: number): number => old! + (cells >> 1) * stride,
      own: (cells: number): number => own! + (cells >> 1) * stride,
    }
  }
}
