import { expect, test } from 'vitest'
import { shoulderTips } from '../../../../../engine/effects/cloth-v3/fit/fit-yoke.ts'
import { measureSides } from '../../../../../engine/effects/cloth-v3/fit/torso-edges.ts'
import { frameEnd } from '../../../../../engine/effects/cloth-v3/measure/frame-end.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { replaceUncovered } from './replace-uncovered.ts'

const SIZE = { width: 120, height: 120 } as const
const COUNT = SIZE.width * SIZE.height

const TORSO = {
  origin: { x: 60, y: 40 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 60,
  length: 90,
}

/** A mask of the pixels for which a rule holds. */
function where(rule: (x: number, y: number) => boolean) {
  const data = Uint8Array.from({ length: COUNT }, (_, at) =>
    rule(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
  )
  return { ...SIZE, data }
}

const NOTHING = where(() => false)

test('each shoulder lies where its own outline is, also where one is lower', () => {
  // The right one lies eight pixels lower.
  const mask = where((x, y) => y >= (x < 60 ? 26 : 34) && x > 22 && x < 98)
  const joints = [30, 90].map((x) => [{ x, y: 36 }])
  const wearer = { torso: TORSO, body: { mask }, regions: { hair: NOTHING }, arms: joints }
  const { over } = shoulderTips(wearer as unknown as Wearer)
  expect(over[1] - over[0]).toBeCloseTo(8, 0)
})

test('where an arm touches the torso it does not bulge towards the arm', () => {
  // The torso reaches 24 pixels from its axis; beside it hangs an arm, 30 to 42 from it, that touches it in some rows.
  const isGap = (x: number, y: number): boolean => x > 30 && x < 36 && (y < 100 || y > 112)
  const mask = where((x, y) => x > 18 && x < 84 && !isGap(x, y))
  const arm = (x: number) => [45, 85, 119].map((y) => ({ x, y }))
  const legs = [50, 70].map((x) => [130, 180, 220].map((y) => ({ x, y })))
  const wearer = {
    picture: SIZE,
    torso: TORSO,
    body: { mask },
    arms: [arm(24), arm(96)],
    legs,
    regions: { 'body-skin': NOTHING, 'upper-garment': NOTHING },
  }
  const [reach] = measureSides(wearer as unknown as Wearer, undefined)
  expect(reach(66)).toBeGreaterThan(22)
  expect(reach(66)).toBeLessThan(26)
})

test('below the picture the torso is as wide as where it shows last', () => {
  const arm = (x: number) => [45, 85, 119].map((y) => ({ x, y }))
  const wearer = {
    picture: SIZE,
    torso: TORSO,
    body: { mask: where((x) => x > 35 && x < 85) },
    arms: [arm(-60), arm(180)],
    legs: [50, 70].map((x) => [130, 180, 220].map((y) => ({ x, y }))),
    regions: { 'body-skin': NOTHING, 'upper-garment': NOTHING },
  } as unknown as Wearer
  expect(frameEnd(wearer)).toBeCloseTo(79, 0)
  const [reach] = measureSides(wearer, undefined)
  for (const v of [70, 85, 100]) expect(reach(v)).toBeCloseTo(reach(60), 0)
})

/** The colour of a strip of what was worn between a bare arm and what is covered, above which the wall may show. */
function besideArm({ traced, isAtWall }: { traced: boolean; isAtWall: boolean }): number[] {
  // A strip of what was worn lies between an arm at the left and what is covered; background is far away.
  const strip = where((x, y) => x >= 50 && x < 53 && y > 60 && y < 100)
  const arm = where((x, y) => x >= 20 && x < 50 && y > 55 && y < 105)
  const isGap = (x: number, y: number) => isAtWall && y <= 60 && x >= 46 && x < 56
  const person = where((x, y) => x >= 20 && x < 100 && !isGap(x, y))
  const data = new Uint8Array(COUNT * 4)
  for (let at = 0; at < COUNT; at++) {
    const is = (mask: typeof strip) => mask.data[at]! > 0
    const colour = is(strip) ? [255, 255, 255] : is(arm) ? [190, 140, 110] : [0, 0, 200]
    data.set([...colour, 255], at * 4)
  }
  const regions = {
    hair: NOTHING,
    'face-skin': NOTHING,
    shoes: NOTHING,
    'lower-garment': NOTHING,
    'body-skin': arm,
    'upper-garment': strip,
  }
  const covered = Float32Array.from({ length: COUNT }, (_, at) => (at % SIZE.width >= 53 ? 1 : 0))
  const bones = [40, 80, 120].map((y) => ({ x: 35, y }))
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: person },
    torso: TORSO,
    regions,
    traced: new Uint8Array(COUNT).fill(traced ? 1 : 0),
    gaps: new Uint8Array(COUNT).fill(traced ? 1 : 0),
    arms: [bones, bones],
    legs: [],
  }
  const out = replaceUncovered(
    wearer as unknown as Wearer,
    {
      instead: strip,
      heights: { from: -Infinity, to: Infinity },
      neckline: [
        { x: 55, y: 30 },
        { x: 65, y: 30 },
      ],
    },
    covered,
  )
  const place = 4 * (80 * SIZE.width + 51)
  return [...out.data.subarray(place, place + 3)]
}

test.each([false, true])(
  'what was worn between a bare arm and the garment is skin: wall above %s',
  (isAtWall) => {
    const [r, g, b] = besideArm({ traced: false, isAtWall })
    expect(Math.abs(r! - 190)).toBeLessThan(12)
    expect(Math.abs(g! - 140)).toBeLessThan(12)
    expect(Math.abs(b! - 110)).toBeLessThan(12)
  },
)

test('and the wall where it shows beyond an edge that was traced', () => {
  const [r, , b] = besideArm({ traced: true, isAtWall: true })
  expect(b! - r!).toBeGreaterThan(60)
})

test('below the hem of a dress a longer one leaves skin above the skin of a leg, and wall beside it', () => {
  // What was worn reaches four rows lower than the new hem, and two pixels farther to each side than the leg.
  const old = where((x, y) => x >= 40 && x < 80 && y >= 60 && y < 84)
  const leg = where((x, y) => x >= 50 && x < 70 && y >= 84)
  const person = where(
    (x, y) => (x >= 50 && x < 70 && y >= 84) || old.data[y * SIZE.width + x]! > 0,
  )
  const data = new Uint8Array(COUNT * 4)
  for (let at = 0; at < COUNT; at++) {
    const is = (mask: typeof old) => mask.data[at]! > 0
    data.set([...(is(old) ? [60, 20, 20] : is(leg) ? [190, 140, 110] : [0, 0, 200]), 255], at * 4)
  }
  const regions = {
    hair: NOTHING,
    'face-skin': NOTHING,
    shoes: NOTHING,
    'lower-garment': NOTHING,
    'body-skin': leg,
    'upper-garment': old,
  }
  const covered = Float32Array.from({ length: COUNT }, (_, at) => (at < 80 * SIZE.width ? 1 : 0))
  const limb = (x: number) => [50, 75, 119].map((y) => ({ x, y }))
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: person },
    torso: { ...TORSO, origin: { x: 60, y: -40 } },
    regions,
    traced: new Uint8Array(COUNT),
    gaps: new Uint8Array(COUNT),
    arms: [limb(5), limb(115)],
    legs: [limb(60), limb(60)],
  }
  const neckline = [
    { x: 55, y: 3 },
    { x: 65, y: 3 },
  ]
  const dressing = { instead: old, heights: { from: -Infinity, to: Infinity }, neckline }
  const out = replaceUncovered(wearer as unknown as Wearer, dressing, covered)
  const redAt = (x: number): number => out.data[4 * (81 * SIZE.width + x)]!
  expect(Math.abs(redAt(60) - 190)).toBeLessThan(15)
  expect(redAt(43)).toBeLessThan(20)
})
