import { expect, test } from 'vitest'
import type { Wrist } from '../../../../engine/hand/find-wrist.ts'
import { cutPiece } from '../../../../engine/jewellery/worn/cut-piece.ts'
import { placeAtWrist } from '../../../../engine/jewellery/worn/place-on-wrist.ts'
import { labToSrgb } from '../../../../engine/raster/colour/lab.ts'
import type { Hand } from '../../../../engine/vision/hands/hand.ts'

const [WIDTH, HEIGHT, MIDDLE, JOINT] = [500, 620, 250, 240]
const BAND = { from: 60, to: 150 }

type Rgb = readonly [number, number, number]

/** The cloth beside the arm, and the same in the band's shade. */
const CLOTH: Rgb = [176, 200, 168]
const SHADE = labToSrgb({ l: 40, a: -14, b: 17 })

/**
 * An arm from above to a hand below that wears a gold band over the wrist's landmark, on cloth: with a dark fold along
 * the hand, and in shade beside the band.
 */
function drawn({ fold = 0, shade = 0 }: { fold?: number; shade?: number } = {}) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [(at % WIDTH) - MIDDLE, Math.floor(at / WIDTH) - JOINT]
    const isBand = Math.abs(x) < 84 && y > BAND.from && y < BAND.to
    const isFold = x < -62 && x > -62 - fold && y >= BAND.to && y < BAND.to + 60
    const isShade = x < -70 && x > -84 - shade && y > BAND.from && y < BAND.to
    const gold: Rgb = [186 + ((x * 7 + y * 5) % 30), 130, 40]
    const skin: Rgb = [226, 180, 152]
    const cloth = isShade ? SHADE : CLOTH
    const own = isBand ? gold : isFold ? [38, 46, 20] : Math.abs(x) < 70 ? skin : cloth
    data.set([...own, 255], 4 * at)
  }
  const wrist: Wrist = {
    joint: { x: MIDDLE, y: JOINT },
    along: { x: 0, y: -1 },
    breadth: 200,
    landmark: -100,
    bare: 240,
    edgesAt: () => [-70, 70],
  }
  const knuckles = Array.from({ length: 20 }, (_, n) => ({
    x: MIDDLE - 40 + 20 * (n % 5),
    y: JOINT + 320,
  }))
  const hand = { landmarks: [{ x: MIDDLE, y: JOINT + 100 }, ...knuckles] } as Hand
  const place = placeAtWrist(hand, wrist)
  const piece = cutPiece({ width: WIDTH, height: HEIGHT, data }, place)!
  const rows = piece.pixels.map(({ y }) => y - JOINT)
  const left = Math.min(...piece.pixels.map(({ x }) => x - MIDDLE))
  return { doubt: place.doubt(piece), left, top: Math.min(...rows), bottom: Math.max(...rows) }
}

test('a bracelet that is worn over the wrist’s landmark is cut out whole', () => {
  const { doubt, top, bottom } = drawn()
  expect(doubt).toBeUndefined()
  expect(Math.abs(top - BAND.from)).toBeLessThan(3)
  expect(Math.abs(bottom - BAND.to)).toBeLessThan(3)
})

test('a dark fold of cloth beside the hand is no part of a band', () => {
  const { doubt, bottom } = drawn({ fold: 16 })
  expect(doubt).toBeUndefined()
  expect(Math.abs(bottom - BAND.to)).toBeLessThan(14)
})

test('cloth in the shade of a band is no part of it', () => {
  const { doubt, left } = drawn({ shade: 14 })
  expect(doubt).toBeUndefined()
  expect(Math.abs(left + 84)).toBeLessThan(4)
})
