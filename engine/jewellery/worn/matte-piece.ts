import type { Size } from '../../geometry/size.ts'
import type { Matte } from '../../product/matte-edges.ts'
import type { Levels } from '../../product/product.ts'
import { WORN_LEAST_SHARE, WORN_MIXED_SHARE, WORN_WHOLE_SHARE } from '../tuning.ts'

/**
 * The soft edge of a piece on any ground: how much an edge's pixel differs from the ground, by how much the piece's
 * nearest clear pixel does, whose colour it has. Where the piece has a dark rim and a light midst, the ground's colour
 * may lie between both, so that the share cannot be read from colours along one line.
 * @param plain how much each pixel differs from the ground, CIELAB units
 * @param pixels of the piece
 */
export function mattePiece(
  { red, green, blue }: Levels,
  plain: Float32Array,
  pixels: readonly number[],
  { width, height }: Size,
): Matte {
  const alpha = new Float32Array(plain.length)
  const levels = { red: red.slice(), green: green.slice(), blue: blue.slice() }
  for (const at of pixels) alpha[at] = 1
  const isPiece = Uint8Array.from(alpha)
  const around = (at: number, reach: number): number[] => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const found: number[] = []
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      for (
        let column = Math.max(0, x - reach);
        column <= Math.min(width - 1, x + reach);
        column++
      ) {
        found.push(row * width + column)
      }
    }
    return found
  }
  const done = new Uint8Array(plain.length)
  for (const pixel of pixels) {
    const nearby = around(pixel, 1)
    if (nearby.every((at) => isPiece[at] === 1)) continue
    for (const at of nearby) {
      if (done[at] === 1) continue
      done[at] = 1
      const clear = around(at, 2)
        .filter((near) => isPiece[near] === 1)
        .reduce((best, near) => (plain[near]! > plain[best]! ? near : best), pixel)
      const share = Math.min(1, plain[at]! / (WORN_WHOLE_SHARE * Math.max(1, plain[clear]!)))
      alpha[at] =
        isPiece[at] === 1 ? Math.max(WORN_LEAST_SHARE, share) : share < WORN_LEAST_SHARE ? 0 : share
      if (share < WORN_MIXED_SHARE && plain[clear]! > plain[at]!) {
        levels.red[at] = red[clear]!
        levels.green[at] = green[clear]!
        levels.blue[at] = blue[clear]!
      }
    }
  }
  return { alpha, levels }
}
