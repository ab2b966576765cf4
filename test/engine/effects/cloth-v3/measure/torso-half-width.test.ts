import { expect, test } from 'vitest'
import { torsoHalfWidth } from '../../../../../engine/effects/cloth-v3/measure/body-edges.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { BODY_EDGE_ARM } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { REGION_NAMES } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 300, height: 260 } as const
const [MIDDLE, SHOULDERS, HEIGHT] = [150, 100, 60] as const

/** Somebody whose arm at the right of the picture touches the trunk, by what each column right of the middle shows. */
function wearer(
  regionAt: (across: number) => 'body-skin' | 'upper-garment' | undefined,
  bone: number,
): Wearer {
  const mask = (is: (across: number) => boolean) => ({
    ...SIZE,
    data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
      is(Math.abs((at % SIZE.width) - MIDDLE)) ? 255 : 0,
    ),
  })
  return {
    body: { mask: mask((across) => regionAt(across) !== undefined) },
    regions: Object.fromEntries(
      REGION_NAMES.map((name) => [name, mask((across) => regionAt(across) === name)]),
    ),
    torso: {
      origin: { x: MIDDLE, y: 40 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: SHOULDERS,
      length: 150,
    },
    arms: [-1, 1].map((side) => [50, 130, 210].map((y) => ({ x: MIDDLE + side * bone, y }))),
  } as unknown as Wearer
}

/** Cloth up to a column, and the skin of an arm beyond it. */
const cloth = (to: number) => (across: number) =>
  across < to ? 'upper-garment' : across < to + 26 ? 'body-skin' : undefined

test('a top reaches to the skin of a bare arm, where its bones say that the arm begins earlier', () => {
  const bone = 60
  expect(torsoHalfWidth(wearer(cloth(58), bone), 1, HEIGHT)).toEqual({ reach: 58, open: true })
})

test('and no farther than an arm can be wrong', () => {
  const [bone, begins] = [60, 60 - SHOULDERS * BODY_EDGE_ARM.usual]
  const farthest = begins + SHOULDERS * BODY_EDGE_ARM.bare
  const reachTo = (to: number) => torsoHalfWidth(wearer(cloth(to), bone), 1, HEIGHT)
  expect(reachTo(Math.floor(farthest) - 1).open).toBe(true)
  expect(reachTo(Math.ceil(farthest) + 2)).toEqual({ reach: begins, open: false })
})

test('a sleeve beside it tells nothing', () => {
  const sleeved = wearer((across) => (across < 90 ? 'upper-garment' : undefined), 70)
  expect(torsoHalfWidth(sleeved, 1, HEIGHT).open).toBe(false)
})

test('a bare belly is no arm: it reaches to the background beside it', () => {
  const bare = wearer((across) => (across < 40 ? 'body-skin' : undefined), 80)
  const { reach, open } = torsoHalfWidth(bare, 1, HEIGHT)
  expect(open).toBe(true)
  expect(reach).toBeGreaterThan(38)
})

test('a wide top that hides a bare arm behind it reaches to the wall', () => {
  const [bone, edge] = [60, 64]
  const wide = wearer((across) => (across < edge ? 'upper-garment' : undefined), bone)
  expect(torsoHalfWidth(wide, 1, HEIGHT).open).toBe(false)
  // Between the sleeve and the hem that lies over it the arm shows.
  for (let y = 74; y < 98; y++) {
    const row = y * SIZE.width
    wide.regions['upper-garment'].data.fill(0, row + MIDDLE + 50, row + MIDDLE + edge)
    wide.regions['body-skin'].data.fill(255, row + MIDDLE + 50, row + MIDDLE + edge)
  }
  expect(torsoHalfWidth(wide, 1, HEIGHT)).toEqual({ reach: edge, open: true })
})
