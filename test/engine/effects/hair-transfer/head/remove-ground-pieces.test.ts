import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { removeGroundPieces } from '../../../../../engine/effects/hair-transfer/head/remove-ground-pieces.ts'
import { GROUND_PIECE } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 160, height: 120 }
const COUNT = SIZE.width * SIZE.height
const DARK = 30

/** Dark hair from x = 30 to 130 and y = 30 to 90, with a piece of such a colour told as hair too. */
function kept(piece: { left: number; top: number; side: number }, level: number) {
  const isHair = (x: number, y: number) => x >= 30 && x < 130 && y >= 30 && y < 90
  const isPiece = (x: number, y: number) =>
    x >= piece.left && x < piece.left + piece.side && y >= piece.top && y < piece.top + piece.side
  const data = new Uint8ClampedArray(4 * COUNT).fill(235)
  const alpha = new Float32Array(COUNT)
  for (let at = 0; at < COUNT; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    if (isHair(x, y)) data.fill(DARK, 4 * at, 4 * at + 3)
    if (isPiece(x, y)) data.fill(level, 4 * at, 4 * at + 3)
    if (isHair(x, y) || isPiece(x, y)) alpha[at] = 1
  }
  const head = {
    picture: { ...SIZE, data },
    hair: SIZE,
    frame: { faceWidth: 100 },
    regions: {
      person: alpha,
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
  const left = removeGroundPieces(head, alpha)
  const middle = { x: piece.left + piece.side / 2, y: piece.top + piece.side / 2 }
  return {
    piece: left[Math.floor(middle.y) * SIZE.width + Math.floor(middle.x)],
    hair: left[60 * SIZE.width + 80],
  }
}

test('a bright thing behind dark hair does not come along, the hair beside it does', () => {
  expect(kept({ left: 120, top: 15, side: 20 }, 200)).toEqual({ piece: 0, hair: 1 })
})

test('a highlight within hair stays, and what is less unlike it', () => {
  expect(kept({ left: 85, top: 50, side: 12 }, 200).piece).toBe(1)
  const apart = GROUND_PIECE.unlike / Math.sqrt(3)
  expect(kept({ left: 120, top: 15, side: 20 }, DARK + Math.floor(apart) - 4).piece).toBe(1)
  expect(kept({ left: 120, top: 15, side: 20 }, DARK + Math.ceil(apart) + 6).piece).toBe(0)
})
