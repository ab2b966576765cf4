import type { Box } from '../raster/picture.ts'
import { type Square, squareAround } from './square.ts'

/** A square to look for things in. */
export type Tile = {
  square: Square
  /** The sides at which the area goes on, so that what is there may be cut. */
  inner: { left: boolean; right: boolean; top: boolean; bottom: boolean }
}

/** How much neighbouring tiles share at least, so that everything up to that size lies whole in one. */
const SHARED = 0.25

/**
 * Tiles that cover an area of a picture.
 * @param share of the area's longer side that a tile's side has; 1 is one square around the whole area
 * @param angle to look at each tile turned, in radians
 */
export function tiles(area: Box, share: number, angle = 0): Tile[] {
  const { width, height } = area
  const side = Math.max(width, height) * share
  const all: Tile[] = []
  for (const top of starts(height, side)) {
    for (const left of starts(width, side)) {
      all.push({
        square: { ...squareAround(area.left + left, area.top + top, side, side), angle },
        inner: {
          left: left > 0,
          top: top > 0,
          right: left + side < width,
          bottom: top + side < height,
        },
      })
    }
  }
  return all
}

/** Evenly spread starts of tiles along one side; one in the middle when a tile is as long as the side. */
function starts(length: number, tile: number): number[] {
  if (tile >= length) return [(length - tile) / 2]
  const count = Math.ceil((length - tile) / (tile * (1 - SHARED))) + 1
  return Array.from({ length: count }, (_, n) => ((length - tile) * n) / (count - 1))
}
