import { describe, expect, test } from 'vitest'
import { cropDonor } from '../../../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { readFaceRegion } from '../../../../engine/face/face-region.ts'
import { skinMasks } from '../../../../engine/face/skin-masks.ts'
import { GLASSES_MAX_WIDTH, SKIN_MARGIN } from '../../../../engine/face/tuning.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { changedWithin, meanLab } from '../../face/measure-skin.ts'
import {
  displaced,
  donor,
  painted,
  type Sitter,
  sideOfGlasses,
  sit,
  swapped,
  target,
} from './sitters.ts'

/** The swap that most tests below examine. */
const usual = swapped()

const { picture, pointAt, scale } = target.drawn

/** Where an iris of the target lies, with room for its displacement. */
const irises = [-16.8, 16.8].map((x) => pointAt(x, 51.6))
const IRIS_ROOM = 7 * scale

/**
 * How many bytes of the swapped picture differ from the displaced one outside the irises. How much detail displacing
 * takes is measured on the whole face and given back, so that they may differ by two levels.
 */
function takenBeside(to: Sitter, from: Sitter): number {
  const [before, after] = [displaced(to, from), swapped(to, from)]
  let count = 0
  for (let i = 0; i < after.data.length; i++) {
    if (Math.abs(after.data[i]! - before.data[i]!) <= 2) continue
    const pixel = Math.floor(i / 4)
    const [x, y] = [pixel % after.width, Math.floor(pixel / after.width)]
    if (irises.every((iris) => Math.hypot(iris.x - x, iris.y - y) > IRIS_ROOM)) count++
  }
  return count
}

test('the irises come nearer to the donor’s colour', () => {
  const iris = (of: Picture) => meanLab(of, pointAt(16.8, 51.6), 0.7 * scale)
  const own = iris(picture)
  expect(own.a).toBeGreaterThan(7)
  expect(iris(usual).a).toBeLessThan(own.a - 2)
  expect(iris(usual).l).toBeGreaterThan(1.1 * own.l)
})

test('features are displaced, and hair, ears, neck and wall stay byte for byte', () => {
  expect(changedWithin(picture, usual, pointAt(0, 4), 7 * scale)).toBe(0)
  expect(changedWithin(picture, usual, pointAt(38, 56), 2 * scale)).toBe(0)
  expect(changedWithin(picture, usual, pointAt(0, 108), 3 * scale)).toBe(0)
  expect(changedWithin(picture, usual, pointAt(-46, 60), 3 * scale)).toBe(0)
  expect(changedWithin(picture, usual, pointAt(0, 66), 8 * scale)).toBeGreaterThan(500)
})

test('a face stays as it is when it is put onto itself', () => {
  const { drawn, face } = target
  const after = swapFace(drawn.picture, face, cropDonor(drawn.picture, face))
  let sum = 0
  for (let i = 0; i < after.data.length; i++)
    sum += Math.abs(after.data[i]! - drawn.picture.data[i]!)
  expect(sum / after.data.length).toBeLessThan(0.5)
})

test('the pictures that are given are not changed', () => {
  const before = [picture.data.slice(), donor.drawn.picture.data.slice()]
  swapped()
  expect(picture.data).toEqual(before[0])
  expect(donor.drawn.picture.data).toEqual(before[1])
})

describe('of the donor’s pixels nothing is seen', () => {
  test.each<[string, Sitter]>([
    ['skin, brows, lips and teeth', donor],
    ['a moustache', painted(donor, 'M-13 71 L13 71 L15 77 L-15 77 Z', [24, 18, 14], 1)],
    ['lipstick', painted(donor, 'M-14 81 L0 77 L14 81 L0 90 Z', [200, 0, 30], 1)],
    ['a shadow', painted(donor, 'M1 20 L40 20 L40 104 L1 104 Z', [40, 24, 16], 0.5)],
    ['a strand', painted(donor, 'M26 30 L40 30 L40 80 L26 80 Z', [24, 18, 14], 1)],
  ])('%s', (_, from) => expect(takenBeside(target, from)).toBe(0))

  test('a beard', async () => {
    const bearded = await sit({ look: { skin: '#efc9ad', eyes: '#2f7d4f', beard: true } })
    expect(takenBeside(target, bearded)).toBe(0)
  })
})

describe('irises keep their colour', () => {
  const isDisplacedOnly = (to: Sitter, from: Sitter) =>
    expect(swapped(to, from).data).toEqual(displaced(to, from).data)

  test('where the donor’s eyes are closed', () => {
    const landmarks = structuredClone(donor.face.landmarks)
    for (const [top, bottom] of [
      [386, 374],
      [159, 145],
    ] as const) {
      landmarks[top] = { ...landmarks[bottom]!, y: landmarks[bottom]!.y - 0.5 }
    }
    isDisplacedOnly(target, { ...donor, face: { ...donor.face, landmarks } })
  })

  test('where the donor’s picture has no colours, and the target’s has', () => {
    isDisplacedOnly(target, grey(donor))
    expect(swapped(grey(target), grey(donor)).data).not.toEqual(
      displaced(grey(target), grey(donor)).data,
    )
  })

  test('where the donor’s skin has hardly any colour for its light, and not where it has more', () => {
    const colourOf = ({ drawn, face }: Sitter): number => {
      const region = readFaceRegion(drawn.picture, face, GLASSES_MAX_WIDTH, SKIN_MARGIN)
      const { l, a, b } = withArena(() => skinMasks(region).typical)
      return Math.hypot(a, b) / (l + 16)
    }
    const [faint, faded] = [grey(donor, 0.16), grey(donor, 0.185)]
    expect(colourOf(faint)).toBeGreaterThan(0.036)
    expect(colourOf(faded)).toBeLessThan(0.044)
    isDisplacedOnly(target, faint)
    expect(swapped(target, faded).data).not.toEqual(displaced(target, faded).data)
  })

  test('where the donor wears glasses', () => {
    const bridge = painted(donor, 'M-6 53 L6 53 L6 54 L-6 54 Z', [40, 34, 30], 0.6)
    isDisplacedOnly(target, sideOfGlasses(sideOfGlasses(bridge, 1), -1))
  })

  test('where the picture has none', () => {
    const after = swapped(grey(target))
    for (const side of [1, -1]) {
      const { a, b } = meanLab(after, pointAt(side * 15.2, 51), scale)
      expect(Math.hypot(a, b)).toBeLessThan(1.5)
    }
  })
})

/** A sitter photographed in black and white, or with a share of the colours. */
function grey({ drawn, face }: Sitter, colours = 0): Sitter {
  const data = drawn.picture.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const light = 0.3 * data[i]! + 0.6 * data[i + 1]! + 0.1 * data[i + 2]!
    for (let c = 0; c < 3; c++) data[i + c] = light + colours * (data[i + c]! - light)
  }
  return { drawn: { ...drawn, picture: { ...drawn.picture, data } }, face }
}
