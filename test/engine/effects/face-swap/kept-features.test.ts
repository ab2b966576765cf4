import { describe, expect, test } from 'vitest'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { changedWithin, meanLab } from '../../face/measure-skin.ts'
import { donor, old, overlaid, painted, type Sitter, sit, swapped } from './sitters.ts'

test('the mouth stays the old one, lips and all, where the giver’s is open', () => {
  const landmarks = structuredClone(donor.face.landmarks)
  const width = landmarks[291]!.x - landmarks[61]!.x
  landmarks[14] = { ...landmarks[14]!, y: landmarks[13]!.y + 0.3 * width }
  const after = swapped(old, { drawn: donor.drawn, face: { ...donor.face, landmarks } })
  const lips = old.face.landmarks[17]!
  const at = { x: lips.x, y: lips.y - 1.5 * old.drawn.scale }
  expect(changedWithin(old.drawn.picture, after, at, 0.6 * old.drawn.scale)).toBe(0)
  expect(changedWithin(old.drawn.picture, swapped(), at, 0.6 * old.drawn.scale)).toBeGreaterThan(5)
})

test('a laughing giver’s folds go where the old mouth is calm, and stay where both laugh', () => {
  const { landmarks } = donor.face
  const line = [129, 206, 212].map((i) => landmarks[i]!)
  const stripe = [...line, ...line.toReversed().map(({ x, y }) => ({ x: x - 7, y }))]
  const lined = overlaid(donor, stripe, [70, 30, 20], 0.55)
  const open = structuredClone(landmarks)
  open[14] = { ...open[14]!, y: open[13]!.y + 0.3 * (open[291]!.x - open[61]!.x) }
  const depth = (face: Face): number => {
    const { x, y } = old.face.landmarks[206]!
    const after = swapped(old, { drawn: lined.drawn, face })
    const light = (dx: number) => meanLab(after, { x: x + dx * old.drawn.scale, y }, 2).l
    return Math.max(light(-5), light(3)) - Math.min(light(-1.5), light(-0.7), light(0))
  }
  const laughing = depth(donor.face)
  expect(laughing).toBeGreaterThan(8)
  expect(depth({ ...donor.face, landmarks: open })).toBeLessThan(0.35 * laughing)
})

test('a bearded giver leaves all below the nose the old face’s: a beard would end where the face does', async () => {
  const bearded = await sit({ look: { skin: '#efc9ad', eyes: '#2f7d4f', beard: true } })
  const after = swapped(old, bearded)
  const { drawn } = old
  for (const [x, y] of [
    [0, 96],
    [24, 82],
    [-24, 82],
  ] as const) {
    expect(changedWithin(drawn.picture, after, drawn.pointAt(x, y), 3 * drawn.scale)).toBe(0)
  }
  expect(
    changedWithin(drawn.picture, after, drawn.pointAt(15.2, 50), 2 * drawn.scale),
  ).toBeGreaterThan(50)
})

test.each([
  ['white', { skin: '#e6bd9f', hair: '#e4e1dd' }],
  ['black on black skin', { skin: '#3f241a', hair: '#141111' }],
])(
  'a beard that is hardly darker than the skin is told by its want of colour: %s',
  async (_, look) => {
    const bearded = await sit({ look: { ...look, beard: true } })
    const { pointAt, scale, picture } = bearded.drawn
    const after = swapped(bearded, donor)
    for (const [x, y] of [
      [0, 82],
      [0, 96],
      [24, 82],
    ] as const) {
      expect(changedWithin(picture, after, pointAt(x, y), 2 * scale)).toBe(0)
    }
    expect(changedWithin(picture, after, pointAt(15.2, 50), 2 * scale)).toBeGreaterThan(50)
  },
)

test('the old face keeps a moustache and the lips below it', () => {
  const dark = 'M-13 71 L13 71 L15 77 L-15 77 Z'
  const after = swapped(painted(old, dark, [24, 18, 14], 1), donor)
  const lips = old.drawn.pointAt(0, 82)
  const before = painted(old, dark, [24, 18, 14], 1).drawn.picture
  expect(changedWithin(before, after, lips, 2 * old.drawn.scale)).toBe(0)
})

describe('hair over a brow', () => {
  const LOCK = 'M26 20 L14 20 L15 47 L27 47 Z'
  const brow = (sitter: Sitter, picture: Picture, side: 1 | -1) =>
    meanLab(picture, sitter.drawn.pointAt(side * 17, 43), 1.2 * sitter.drawn.scale)

  test('of the old face stays, and both brows with it, of one colour', () => {
    const veiled = painted(old, LOCK, [24, 18, 14], 1)
    const after = swapped(veiled, donor)
    const at = old.drawn.pointAt(20, 42)
    expect(changedWithin(veiled.drawn.picture, after, at, 1.5 * old.drawn.scale)).toBe(0)
    const [before, now] = [veiled.drawn.picture, after].map((p) => brow(old, p, -1).l)
    expect(Math.abs(now! - before!)).toBeLessThan(3)
  })

  test('of the giver leaves the old face both its brows, of one colour', () => {
    const veiled = painted(donor, LOCK, [24, 18, 14], 1)
    const after = swapped(old, veiled)
    for (const side of [1, -1] as const) {
      const [before, now] = [old.drawn.picture, after].map((p) => brow(old, p, side).l)
      expect(Math.abs(now! - before!)).toBeLessThan(3)
    }
  })
})

test('hair beside an eye of the giver leaves that eye whole: it is all of the giver’s', () => {
  const beside = painted(donor, 'M26 30 L40 30 L40 80 L26 80 Z', [24, 18, 14], 1)
  const after = swapped(old, beside)
  const { pointAt, scale, picture } = old.drawn
  const skin = pointAt(27, 70)
  expect(changedWithin(picture, after, skin, scale)).toBe(0)
  for (const x of [13, 16.8, 20.5]) {
    const [before, now, usual] = [picture, after, swapped()].map((p) =>
      meanLab(p, pointAt(x, 51.3), 0.6 * scale),
    )
    const off = (from: typeof before) =>
      Math.hypot(now!.l - from!.l, now!.a - from!.a, now!.b - from!.b)
    expect(off(usual)).toBeLessThan(Math.max(3, 0.35 * off(before)))
  }
})

test('eyes that the giver keeps closed stay the old ones', () => {
  const { face } = donor
  const landmarks = structuredClone(face.landmarks)
  for (const [top, bottom] of [
    [386, 374],
    [159, 145],
  ] as const) {
    landmarks[top] = { ...landmarks[bottom]!, y: landmarks[bottom]!.y - 0.5 }
  }
  const asleep = { drawn: donor.drawn, face: { ...face, landmarks } }
  const after = swapped(old, asleep)
  const at = old.drawn.pointAt(15.2, 50)
  expect(changedWithin(old.drawn.picture, after, at, 2 * old.drawn.scale)).toBe(0)
})
