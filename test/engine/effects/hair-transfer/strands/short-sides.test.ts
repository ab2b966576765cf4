import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import type { Strands } from '../../../../../engine/effects/hair-transfer/strands/grow-strands.ts'
import {
  hasShortSides,
  leaveSides,
  shareOfSides,
} from '../../../../../engine/effects/hair-transfer/strands/short-sides.ts'
import { OWN_SIDES } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 240, height: 220 }
const CUT = { cut: { by: 'length' }, overEars: false } as never
const { face, low, off, least, wide, drawn, inner, top } = OWN_SIDES

/** A face a hundred pixels wide with hair in boxes of it: from left to right, from low to high. */
function sides(boxes: readonly (readonly number[])[], style = CUT) {
  const alpha = new Float32Array(SIZE.width * SIZE.height)
  for (let at = 0; at < alpha.length; at++) {
    const u = ((at % SIZE.width) - 120) / 100
    const v = (100 - Math.floor(at / SIZE.width)) / 100
    const isIn = boxes.some(([l, r, b, t]) => u >= l! && u < r! && v >= b! && v < t!)
    if (isIn) alpha[at] = 1
  }
  const head = {
    picture: { ...SIZE, data: new Uint8ClampedArray(4 * alpha.length) },
    face: { landmarks: [] },
    frame: {
      faceWidth: 100,
      centre: { x: 120, y: 100 },
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
      oval: [],
    },
    hair: { ...SIZE, alpha, red: alpha, green: alpha, blue: alpha },
    regions: { grid: { area: { left: 0, top: 0, ...SIZE } } },
  } as unknown as Head
  return hasShortSides(head, style)
}

const [LEFT, RIGHT] = [
  [-0.56, -0.44, 0, 0.3],
  [0.44, 0.56, 0, 0.3],
]

test('own hair stays where it is short', () => {
  expect(sides([LEFT, RIGHT])).toBe(true)
  expect(sides([LEFT])).toBe(false)
  expect(sides([LEFT, RIGHT], { cut: { by: 'hem' }, overEars: true } as never)).toBe(false)
})

test('not where it is long, wide, in the face, or hardly there', () => {
  // Boxes of a width of the face's tenth: as tall as more, and as less, than may be.
  const [more, less] = [(1.4 * off) / 0.1, (0.6 * off) / 0.1]
  for (const [tall, isShort] of [
    [more, false],
    [less, true],
  ] as const) {
    expect(sides([LEFT, RIGHT, [-0.55, -0.45, low - 0.02 - tall, low - 0.02]])).toBe(isShort)
    expect(sides([LEFT, RIGHT, [-wide - 0.12, -wide - 0.02, 0, tall]])).toBe(isShort)
    const from = face.half - 0.12
    expect(
      sides([LEFT, RIGHT, [-from - 0.1, -from, face.high - 0.02 - tall, face.high - 0.02]]),
    ).toBe(isShort)
  }
  expect(sides([[-0.56, -0.46, 0, (0.6 * least) / 0.1], RIGHT])).toBe(false)
  expect(sides([[-0.56, -0.46, 0, (1.6 * least) / 0.1], RIGHT])).toBe(true)
})

test('the sides end before the forehead and below the top', () => {
  expect(shareOfSides(-inner.from, 0)).toBe(0)
  expect(shareOfSides(-inner.to, 0)).toBe(1)
  expect(shareOfSides(0.5, top.from)).toBe(1)
  expect(shareOfSides(0.5, top.to)).toBe(0)
})

test('strands that grow where hair stays are left out, others fall over it', () => {
  const roots = [
    [-0.5, drawn.from],
    [-0.5, drawn.to],
    [-inner.from, drawn.from],
  ]
  const strands = {
    count: roots.length,
    points: 2,
    places: Float32Array.from(roots.flatMap(([u, v]) => [u!, v!, 0, u!, v! - 0.3, 0])),
    opacity: new Float32Array(roots.length).fill(1),
  } as unknown as Strands
  leaveSides(strands)
  expect([...strands.opacity].map((share) => Math.round(share))).toEqual([0, 1, 1])
})
