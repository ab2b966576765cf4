import type { Picture } from '../raster/picture.ts'
import { type Square, squareAround } from './square.ts'

/** One square to look for people in, and how sure the detector has to be there. */
export type Place = { square: Square; threshold: number }

/** Tiles see more noise enlarged and more people cut in half than the whole picture does. */
const WHOLE = 0.5
const TILE = 0.6

/** Neighbouring tiles share at least this much of their side, so that somebody stands whole in one of them. */
const SHARED = 0.4

/**
 * Where to look for people: the whole picture, then tiles of half its longer side, in which people a tenth of the
 * picture's size are large enough.
 */
export function lookPlaces({ width, height }: Picture): Place[] {
  const whole = { square: squareAround(0, 0, width, height), threshold: WHOLE }
  const side = Math.max(width, height) / 2
  const tiles = starts(height, side).flatMap((top) =>
    starts(width, side).map((left) => squareAround(left, top, side, side)),
  )
  return [whole, ...tiles.map((square) => ({ square, threshold: TILE }))]
}

/** Evenly spread starts of tiles along one side; one in the middle when a tile is as long as the side. */
function starts(length: number, tile: number): number[] {
  if (tile >= length) return [(length - tile) / 2]
  const count = Math.ceil((length - tile) / (tile * (1 - SHARED))) + 1
  return Array.from({ length: count }, (_, n) => ((length - tile) * n) / (count - 1))
}
