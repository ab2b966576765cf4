import { expect, test } from 'vitest'
import { EYE_OPENINGS, openness } from '../../../../engine/effects/face-swap/openings.ts'
import { towardsDonor } from '../../../../engine/effects/face-swap/towards-donor.ts'
import { PROPORTIONS } from '../../../../engine/effects/face-swap/tuning.ts'
import { distance, meanPoint, type Point } from '../../../../engine/geometry/point.ts'
import { FACE, type FaceLandmark } from '../../../../engine/vision/faces/face.ts'
import { changedWithin } from '../../face/measure-skin.ts'
import { displaced, target } from './sitters.ts'

const { landmarks } = target.face
const width = distance(landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!)
const NOSE = [1, 2, 4, 5, 19, 48, 94, 98, 195, 197, 278, 327]
const EYES = EYE_OPENINGS.flatMap(({ rim }) => rim)

/** A donor that differs from the target by these landmarks, moved in widths of the face or to other places. */
function donorWith(indices: readonly number[], move: (p: FaceLandmark) => Point): FaceLandmark[] {
  const moved = new Set(indices)
  return landmarks.map((p, i) => (moved.has(i) ? { ...p, ...move(p) } : p))
}

/** How far the landmarks of a part go on average, in widths of the face. */
function step(to: readonly Point[], part: readonly number[]): Point {
  const mean = meanPoint(part.map((i) => to[i]!))
  const before = meanPoint(part.map((i) => landmarks[i]!))
  return { x: (mean.x - before.x) / width, y: (mean.y - before.y) / width }
}

test('a face stays as it is under a donor of its own proportions, turned, tilted and larger', () => {
  const [cos, sin] = [Math.cos(0.2), Math.sin(0.2)]
  const turned = landmarks.map(({ x, y, z }) => {
    const [u, depth] = [cos * x + sin * z, cos * z - sin * x]
    return { x: 2 * (cos * u - sin * y), y: 2 * (sin * u + cos * y), z: 2 * depth }
  })
  for (const [i, p] of towardsDonor(landmarks, turned).entries()) {
    expect(distance(p, landmarks[i]!)).toBeLessThan(1e-6 * width)
  }
})

test('features go where the donor has them, but by less than the most, and the outline stays', () => {
  const lowered = (by: number) =>
    towardsDonor(
      landmarks,
      donorWith(NOSE, ({ x, y }) => ({ x, y: y + by * width })),
    )
  expect(step(lowered(0.01), NOSE).y).toBeGreaterThan(0.008)
  expect(step(lowered(0.01), NOSE).y).toBeLessThan(0.01)
  expect(step(lowered(0.3), NOSE).y).toBeGreaterThan(0.9 * PROPORTIONS.most)
  expect(step(lowered(0.3), NOSE).y).toBeLessThan(PROPORTIONS.most)
  for (const i of FACE.oval) expect(lowered(0.3)[i]).toEqual(landmarks[i])
})

test('what is nearer to the outline goes less far', () => {
  // Below the lip, in the middle of the chin, and at its end.
  const [inner, middle, end] = [17, 200, 175]
  const lower = towardsDonor(
    landmarks,
    donorWith([inner, middle, end], ({ x, y }) => ({ x, y: y - 0.01 * width })),
  )
  const steps = [inner, middle, end].map((i) => (landmarks[i]!.y - lower[i]!.y) / width)
  expect(steps[0]).toBeGreaterThan(steps[1]!)
  expect(steps[1]).toBeGreaterThan(steps[2]!)
  expect(steps[2]).toBeGreaterThan(0)
})

/** A donor whose lower lip, or whose corners of the mouth, lie lower by a share of the mouth's width. */
const mouthWidth = distance(landmarks[FACE.leftMouthCorner]!, landmarks[FACE.rightMouthCorner]!)
const LOWER = [95, 88, 178, 87, 14, 317, 402, 318, 324, 146, 91, 181, 84, 17, 314, 405, 321, 375]
const CORNERS = [61, 78, 291, 308]
const opened = (share: number) => donorWith(LOWER, ({ x, y }) => ({ x, y: y + share * mouthWidth }))
const lifted = (share: number) =>
  donorWith(CORNERS, ({ x, y }) => ({ x, y: y - share * mouthWidth }))
const gap = (of: readonly Point[]) => of[FACE.lowerLipTop]!.y - of[FACE.upperLipBottom]!.y
const lipHeight = (of: readonly Point[]) => of[FACE.lowerLipBottom]!.y - of[FACE.upperLipTop]!.y

test('lips stay as far apart as they are', () => {
  for (const share of [0.01, 0.05, 0.3]) {
    expect(gap(towardsDonor(landmarks, opened(share)))).toBeCloseTo(gap(landmarks), 6)
  }
})

test('a mouth takes the donor’s shape where both are calm, and keeps its own where one laughs', () => {
  const grown = (share: number) =>
    (lipHeight(towardsDonor(landmarks, opened(share))) - lipHeight(landmarks)) / mouthWidth
  expect(grown(0.018)).toBeGreaterThan(0.01)
  expect(grown(0.105)).toBeCloseTo(0, 6)
  const smile = (share: number) => {
    const to = towardsDonor(landmarks, lifted(share))
    const lift = (of: readonly Point[]) =>
      meanPoint([61, 291].map((i) => of[i]!)).y - of[FACE.upperLipTop]!.y
    return (lift(landmarks) - lift(to)) / mouthWidth
  }
  expect(smile(0.028)).toBeGreaterThan(0.015)
  expect(smile(0.105)).toBeCloseTo(0, 6)
})

/** A donor whose eyes are so many times as far open, both or the person's left one alone. */
function wide(times: number, eyes = EYE_OPENINGS): FaceLandmark[] {
  const all = [...landmarks]
  for (const { rim } of eyes) {
    const middle = meanPoint(rim.map((i) => landmarks[i]!))
    for (const i of rim) all[i] = { ...all[i]!, y: middle.y + times * (all[i]!.y - middle.y) }
  }
  return all
}
const openings = (of: readonly Point[]) =>
  EYE_OPENINGS.map((eye) => openness(of, eye) / openness(landmarks, eye))

test('lips become fuller or thinner by little', () => {
  const [top, bottom] = [0, 17].map((i) => landmarks[i]!.y)
  const outer = FACE.lipsOuter.filter((i) => i !== 61 && i !== 291)
  const upper = (y: number) => y < (landmarks[13]!.y + landmarks[14]!.y) / 2
  const full = (times: number) =>
    donorWith(outer, ({ x, y }) => {
      const edge = landmarks[upper(y) ? 13 : 14]!.y
      return { x, y: edge + times * (y - edge) }
    })
  const grown = (times: number) =>
    lipHeight(towardsDonor(landmarks, full(times))) / (bottom! - top!)
  expect(grown(1.25)).toBeGreaterThan(1.18)
  expect(grown(2)).toBeGreaterThan(1.15)
  expect(grown(2)).toBeLessThan(1.36)
  expect(grown(0.8)).toBeLessThan(0.86)
  expect(grown(0.4)).toBeGreaterThan(0.68)
  expect(grown(0.4)).toBeLessThan(0.8)
})

test('lids open and close as the donor’s by little, both eyes alike', () => {
  for (const times of openings(towardsDonor(landmarks, wide(1.1)))) {
    expect(times).toBeGreaterThan(1.06)
    expect(times).toBeLessThan(1.11)
  }
  for (const times of openings(towardsDonor(landmarks, wide(1.8)))) {
    expect(times).toBeGreaterThan(1.18)
    expect(times).toBeLessThan(1.28)
  }
  for (const times of openings(towardsDonor(landmarks, wide(0.65)))) {
    expect(times).toBeGreaterThan(0.78)
    expect(times).toBeLessThan(0.86)
  }
  const [left, right] = openings(towardsDonor(landmarks, wide(1.8, EYE_OPENINGS.slice(0, 1))))
  expect(left).toBeLessThan(1.28)
  expect(right).toBeCloseTo(1, 1)
})

test('eyes that stay the target’s keep their opening', () => {
  for (const times of openings(towardsDonor(landmarks, wide(0.4)))) expect(times).toBeCloseTo(1, 6)
})

test('irises go with their lids', () => {
  const aside = donorWith(EYES, ({ x, y }) => ({ x: x + 0.02 * width, y }))
  const to = towardsDonor(landmarks, aside)
  const lids = step(to, EYES).x
  expect(lids).toBeGreaterThan(0.01)
  expect(step(to, [...FACE.leftIris, ...FACE.rightIris]).x).toBeCloseTo(lids, 3)
})

test('a picture is changed within the face alone', () => {
  const { picture, pointAt, scale } = target.drawn
  const from = donorWith(NOSE, ({ x, y }) => ({ x, y: y + 0.04 * width }))
  const after = displaced(target, { ...target, face: { ...target.face, landmarks: from } })
  expect(changedWithin(picture, after, pointAt(0, 66), 8 * scale)).toBeGreaterThan(500)
  expect(changedWithin(picture, after, pointAt(0, 4), 7 * scale)).toBe(0)
  expect(changedWithin(picture, after, pointAt(38, 56), 2 * scale)).toBe(0)
  expect(changedWithin(picture, after, pointAt(0, 108), 3 * scale)).toBe(0)
})
