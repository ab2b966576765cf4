import { beforeAll, expect, test } from 'vitest'
import { sleeveEdges } from '../../../../../engine/effects/cloth-v3/fit/fit-sleeve.ts'
import { shoulderTips } from '../../../../../engine/effects/cloth-v3/fit/fit-yoke.ts'
import { torsoToPixel } from '../../../../../engine/effects/cloth-v3/measure/torso-axes.ts'
import {
  type Limb,
  maskLevelAt,
  type Wearer,
} from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { distance, type Point } from '../../../../../engine/geometry/point.ts'
import { type DrawnSubject, drawnSubject } from '../drawn-subject.ts'

const at = {} as { ines: DrawnSubject }

beforeAll(async () => {
  at.ines = await drawnSubject('ines')
})

/** Somebody whose shoulder at the right of the picture is found so much farther out and up, in shoulder widths. */
function withJoint(wearer: Wearer, out: number, up: number): Wearer {
  const { shoulders } = wearer.torso
  const [left, [joint, elbow, wrist]] = wearer.arms
  const moved: Limb = [
    { ...joint, x: joint.x + out * shoulders, y: joint.y - up * shoulders },
    elbow,
    wrist,
  ]
  return { ...wearer, arms: [left, moved] }
}

/** How far beyond the person the upper edge of a sleeve lies, at most, near its shoulder, in shoulder widths. */
function offShoulder(wearer: Wearer): number {
  const { torso, body } = wearer
  const { across, over } = shoulderTips(wearer)
  const tip = torsoToPixel(torso, across[1]!, over[1])
  const armpit = torsoToPixel(torso, 0.45 * torso.shoulders, 0.33 * torso.shoulders)
  const reach = (): number => 0.45 * torso.shoulders
  const { outer } = sleeveEdges(wearer, { side: 1, tip, armpit, end: 0.9 * torso.shoulders, reach })
  const near = outer.filter((point) => distance(point, tip) < 0.25 * torso.shoulders)
  expect(near.length).toBeGreaterThan(4)
  return Math.max(...near.map((point) => beyond(body.mask, point))) / torso.shoulders
}

/** How many pixels away a mask begins. */
function beyond(mask: Wearer['body']['mask'], { x, y }: Point): number {
  for (let d = 0; d < 60; d++) {
    for (let turn = 0; turn < 24; turn++) {
      const [dx, dy] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)]
      if (maskLevelAt(mask, { x: x + d * dx, y: y + d * dy }) >= 128) return d
    }
  }
  return 60
}

test('a sleeve lies on the shoulder, also where its joint is found at the outline', () => {
  expect(offShoulder(at.ines.wearer)).toBeLessThan(0.03)
  expect(offShoulder(withJoint(at.ines.wearer, 0.06, 0.06))).toBeLessThan(0.03)
})

test('both shoulders are about as wide where one ends nearer to the axis at their height', () => {
  const size = { width: 120, height: 120 }
  const torso = { origin: { x: 60, y: 40 }, right: { x: 1, y: 0 }, down: { x: 0, y: 1 } }
  const maskOf = (is: (x: number, y: number) => boolean) => ({
    ...size,
    data: Uint8Array.from({ length: 120 * 120 }, (_, i) =>
      is(i % 120, Math.floor(i / 120)) ? 255 : 0,
    ),
  })
  const mask = maskOf((x, y) => y >= 26 && x > 19 && x < 89)
  const wearer = {
    torso: { ...torso, shoulders: 60, length: 90 },
    body: { mask },
    regions: { hair: maskOf(() => false) },
    arms: [30, 90].map((x) => [{ x, y: 36 }]),
  } as unknown as Wearer
  const { across } = shoulderTips(wearer)
  expect(Math.abs(across[0]!) / across[1]!).toBeLessThan(1.23)
})
