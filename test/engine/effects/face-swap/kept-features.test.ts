import { expect, test } from 'vitest'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { sampled } from '../../../setup/sampled.ts'
import { changedWithin, meanLab } from '../../face/measure-skin.ts'
import {
  displaced,
  donor,
  overlaid,
  painted,
  type Sitter,
  sit,
  swapped,
  target,
} from './sitters.ts'

// What is kept is displaced, too. How much detail that takes is measured on the whole face and given back, so that it
// may differ by a level: two are a change.

test('the target keeps its mouth with the lips where the donor’s is open', () => {
  const landmarks = structuredClone(donor.face.landmarks)
  const width = landmarks[291]!.x - landmarks[61]!.x
  landmarks[14] = { ...landmarks[14]!, y: landmarks[13]!.y + 0.3 * width }
  const open = { drawn: donor.drawn, face: { ...donor.face, landmarks } }
  const lips = target.face.landmarks[17]!
  const at = { x: lips.x, y: lips.y - 1.5 * target.drawn.scale }
  const changed = (from: Sitter): number =>
    changedWithin(displaced(target, from), swapped(target, from), at, 0.6 * target.drawn.scale, 2)
  expect(changed(open)).toBe(0)
  expect(changed(donor)).toBeGreaterThan(5)
})

test('folds of a donor stay behind', () => {
  const { landmarks } = donor.face
  const line = [129, 206, 212].map((i) => landmarks[i]!)
  const stripe = [...line, ...line.toReversed().map(({ x, y }) => ({ x: x - 7, y }))]
  const after = swapped(target, overlaid(donor, stripe, [70, 30, 20], 0.55))
  const { x, y } = target.face.landmarks[206]!
  const light = (dx: number) => meanLab(after, { x: x + dx * target.drawn.scale, y }, 2).l
  const depth = Math.max(light(-5), light(3)) - Math.min(light(-1.5), light(-0.7), light(0))
  expect(depth).toBeLessThan(3)
})

test('of a bearded donor nothing below the nose is used: its beard would end at the edge of the face', async () => {
  const bearded = await sit({ look: { skin: '#efc9ad', eyes: '#2f7d4f', beard: true } })
  const after = swapped(target, bearded)
  const before = displaced(target, bearded)
  const { drawn } = target
  for (const [x, y] of [
    [0, 96],
    [24, 82],
    [-24, 82],
  ] as const) {
    expect(changedWithin(before, after, drawn.pointAt(x, y), 3 * drawn.scale, 2)).toBe(0)
  }
  expect(changedWithin(before, after, drawn.pointAt(15.2, 50), 2 * drawn.scale)).toBeGreaterThan(50)
})

test.each(
  sampled(1, [
    ['white', { skin: '#e6bd9f', hair: '#e4e1dd' }],
    ['black on black skin', { skin: '#3f241a', hair: '#141111' }],
  ] as const),
)(
  'a beard that is hardly darker than the skin is recognised by its low saturation: %s',
  async (_, look) => {
    const bearded = await sit({ look: { ...look, beard: true } })
    const { pointAt, scale } = bearded.drawn
    const after = swapped(bearded, donor)
    const picture = displaced(bearded, donor)
    for (const [x, y] of [
      [0, 82],
      [0, 96],
      [24, 82],
    ] as const) {
      expect(changedWithin(picture, after, pointAt(x, y), 2 * scale, 2)).toBe(0)
    }
    expect(changedWithin(picture, after, pointAt(15.2, 50), 2 * scale)).toBeGreaterThan(50)
  },
)

test('the target keeps a moustache and the lips below it', () => {
  const dark = 'M-13 71 L13 71 L15 77 L-15 77 Z'
  const moustached = painted(target, dark, [24, 18, 14], 1)
  const after = swapped(moustached, donor)
  const lips = target.drawn.pointAt(0, 82)
  const before = displaced(moustached, donor)
  expect(changedWithin(before, after, lips, 2 * target.drawn.scale, 2)).toBe(0)
})

/** Hairs over the chin and beside it, as light and dark of the skin as its own colour on average. */
function hairy(strength: number): string {
  const lines = Array.from({ length: 90 }, (_, n) => {
    const [x, colour] = [-27 + 0.6 * n, n % 2 === 0 ? '#000000' : '#ffffff']
    return `<path d="M${x} 71V101" stroke="${colour}" stroke-opacity="${strength}" stroke-width="0.45"/>`
  })
  return lines.join('')
}

const LOOK = { skin: '#c99a78', hair: '#201510', eyes: '#3a2412' }

test('a beard through which the skin shows is told by its hairs, on either face', async () => {
  const bearded = await sit({ look: LOOK, marks: hairy(0.4) })
  const { pointAt, scale } = bearded.drawn
  for (const [to, from, at] of [
    [bearded, donor, pointAt(0, 93)],
    [target, bearded, target.drawn.pointAt(0, 93)],
  ] as const) {
    expect(changedWithin(displaced(to, from), swapped(to, from), at, 2 * scale, 2)).toBe(0)
  }
})

test('stubble stays, on a chin of the donor’s shape', async () => {
  const stubbly = await sit({ look: LOOK, marks: hairy(0.08) })
  const { picture, pointAt, scale } = stubbly.drawn
  const after = swapped(stubbly, donor)
  const rough = (of: Picture) => {
    const { x, y } = pointAt(0, 94)
    const lights = Array.from({ length: 40 }, (_, n) => meanLab(of, { x: x - 20 + n, y }, 1).l)
    return lights.slice(1).reduce((sum, l, n) => sum + Math.abs(l - lights[n]!), 0)
  }
  expect(changedWithin(picture, after, pointAt(0, 94), scale)).toBeGreaterThan(0.5)
  expect(rough(after)).toBeGreaterThan(0.7 * rough(picture))
})

test('fine lines of the target’s skin stay on a smooth donor’s', async () => {
  const marks = hairy(0.08).replaceAll('71V101', '56V72')
  const lined = await sit({ look: LOOK, marks })
  const { picture, pointAt, scale } = lined.drawn
  const steps = (of: Picture) => {
    const { x, y } = pointAt(-15, 65)
    const light = (n: number): number =>
      Array.from(
        { length: 9 },
        (_, row) => meanLab(of, { x: x + n, y: y + 2 * row - 8 }, 1).l,
      ).reduce((sum, l) => sum + l)
    const lights = Array.from({ length: Math.round(5 * scale) }, (_, n) => light(n))
    return lights.slice(1).reduce((sum, l, n) => sum + Math.abs(l - lights[n]!), 0)
  }
  expect(steps(swapped(lined, donor))).toBeGreaterThan(0.6 * steps(picture))
})

test('stubble is no donor’s where the target has none: all below the nose stays', async () => {
  const shade = '<path d="M-28 72H28V102H-28Z" fill="#302018" fill-opacity="0.2"/>'
  const stubbly = await sit({ look: LOOK, marks: shade + hairy(0.08) })
  const { pointAt, scale } = target.drawn
  const changed = (from: Sitter): number =>
    changedWithin(displaced(target, from), swapped(target, from), pointAt(0, 94), 2 * scale)
  expect(changed(donor)).toBeGreaterThan(5)
  expect(changed(stubbly)).toBe(0)
})

test('eyes have no colour in a picture without colours', () => {
  const data = target.drawn.picture.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const grey = 0.3 * data[i]! + 0.6 * data[i + 1]! + 0.1 * data[i + 2]!
    data.fill(grey, i, i + 3)
  }
  const grey = { ...target, drawn: { ...target.drawn, picture: { ...target.drawn.picture, data } } }
  const after = swapped(grey)
  for (const side of [1, -1]) {
    const { a, b } = meanLab(after, target.drawn.pointAt(side * 15.2, 51), target.drawn.scale)
    expect(Math.hypot(a, b)).toBeLessThan(1.5)
  }
})

test('nostrils are no darker for their skin than the target’s', () => {
  const black = painted(donor, 'M0 69 L6 69 L6 72 L0 72 Z', [0, 0, 0], 0.85)
  const { pointAt, scale, picture } = target.drawn
  const at = [-3, 0, 3].map((x) => pointAt(x, 70.4))
  const darkest = (of: Picture) => Math.min(...at.map((p) => meanLab(of, p, 0.6 * scale).l))
  expect(darkest(swapped(target, black))).toBeGreaterThan(darkest(picture) - 8)
})

test('eyes stay the target’s, with their whites and their gaze', () => {
  const { pointAt, scale } = target.drawn
  const [before, after] = [displaced(), swapped()]
  for (const x of [-20, -11, 11, 20]) {
    expect(changedWithin(before, after, pointAt(x, 51), 0.5 * scale, 6), `white at ${x}`).toBe(0)
  }
})

test('brows stay the target’s, be they darker or fainter than the donor’s', () => {
  for (const [one, other] of [
    [target, donor],
    [donor, target],
  ] as const) {
    const { pointAt, scale } = one.drawn
    const [before, after] = [displaced(one, other), swapped(one, other)]
    for (const x of [-20, -17, -14, 14, 17, 20]) {
      expect(changedWithin(before, after, pointAt(x, 42.5), scale, 3), `at ${x}`).toBe(0)
    }
  }
})

test('hair beside an eye of the donor is not transferred, nor does it cut the eye', () => {
  const beside = painted(donor, 'M26 30 L40 30 L40 80 L26 80 Z', [24, 18, 14], 1)
  const after = swapped(target, beside)
  const { pointAt, scale } = target.drawn
  const picture = displaced(target, beside)
  expect(changedWithin(picture, after, pointAt(27, 70), scale, 2)).toBe(0)
  expect(changedWithin(picture, after, pointAt(20, 51.3), 0.6 * scale, 3)).toBe(0)
})

test('lashes, brow tails and corners of a mouth of a donor are no lines beside the target’s own', () => {
  const { landmarks } = donor.face
  const places = { lid: [246, 161, 160, 159, 158], brow: [70, 46], mouth: [61, 57] }
  const drawn = Object.values(places).reduce((sitter, place) => {
    const line = place.map((i) => ({ x: landmarks[i]!.x, y: landmarks[i]!.y - 1 }))
    const stripe = [...line, ...line.toReversed().map(({ x, y }) => ({ x, y: y - 6 }))]
    return overlaid(sitter, stripe, [250, 240, 230], 1)
  }, donor)
  const [plain, after] = [swapped(target, donor), swapped(target, drawn)]
  for (const [name, place] of Object.entries(places)) {
    for (const i of place) {
      const { x, y } = target.face.landmarks[i]!
      for (const up of [0, 2, 4, 6]) {
        const [was, is] = [plain, after].map((of) => meanLab(of, { x, y: y - up }, 1).l)
        expect(Math.abs(is! - was!), `${name} ${i}, ${up} above`).toBeLessThan(2.5)
      }
    }
  }
})

test('irises keep their colour where the donor’s eyes are closed', () => {
  const { face } = donor
  const landmarks = structuredClone(face.landmarks)
  for (const [top, bottom] of [
    [386, 374],
    [159, 145],
  ] as const) {
    landmarks[top] = { ...landmarks[bottom]!, y: landmarks[bottom]!.y - 0.5 }
  }
  const asleep = { drawn: donor.drawn, face: { ...face, landmarks } }
  const after = swapped(target, asleep)
  const at = target.drawn.pointAt(15.2, 50)
  const before = displaced(target, asleep)
  expect(changedWithin(before, after, at, 2 * target.drawn.scale, 2)).toBe(0)
})

test('lipstick is not transferred: the target keeps lips that are not painted', () => {
  const lips = 'M-14 81 L0 77 L14 81 L0 90 Z'
  const painting = painted(donor, lips, [200, 0, 30], 1)
  const { pointAt, scale } = target.drawn
  const changed = (from: Sitter): number =>
    changedWithin(displaced(target, from), swapped(target, from), pointAt(0, 83), scale, 2)
  expect(changed(painting)).toBe(0)
  expect(changed(donor)).toBeGreaterThan(0)
})

test('nor is paint taken away: the target keeps lips of which its own alone are painted', () => {
  const lips = 'M-14 81 L0 77 L14 81 L0 90 Z'
  const painting = painted(target, lips, [200, 0, 30], 1)
  const { pointAt, scale } = painting.drawn
  const before = displaced(painting, donor)
  expect(changedWithin(before, swapped(painting, donor), pointAt(0, 83), scale, 2)).toBe(0)
})

test('the nose stays near the target’s', () => {
  const { pointAt, picture, scale } = target.drawn
  const after = swapped()
  const apart = [-8, -6, -4, -2, 0, 2, 4, 6, 8].flatMap((x) =>
    [56, 60, 64, 66, 68, 70, 72].map((y) => {
      const [is, was] = [after, picture].map((of) => meanLab(of, pointAt(x, y), 0.5 * scale))
      return Math.abs(is!.l - was!.l)
    }),
  )
  expect(Math.max(...apart)).toBeGreaterThan(1)
  expect(Math.max(...apart)).toBeLessThan(5.5)
})
