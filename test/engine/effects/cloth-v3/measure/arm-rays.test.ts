import { expect, test } from 'vitest'
import { armRays } from '../../../../../engine/effects/cloth-v3/measure/arm-rays.ts'
import { distance } from '../../../../../engine/geometry/point.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 200, height: 200 } as const
const TORSO = {
  origin: { x: 20, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 160,
  length: 200,
}
/** Bones of an arm that is bent at right angles. */
const BENT = [
  { x: 60, y: 20 },
  { x: 60, y: 120 },
  { x: 160, y: 120 },
]

test.each([1, -1])(
  'rays on side %d of a bent arm neither cross nor leave out its elbow',
  (side) => {
    const count = SIZE.width * SIZE.height
    const regions = {
      ...byRegion(() => ({ ...SIZE, data: new Uint8Array(count) })),
      gaps: new Uint8Array(count),
    }
    const { rays } = armRays(BENT, side, regions, TORSO, 5)
    const ends = rays.map(({ from, way }) => ({ x: from.x + 15 * way.x, y: from.y + 15 * way.y }))
    for (const [n, end] of ends.slice(1).entries()) {
      expect(distance(end, ends[n]!)).toBeLessThan(2)
      const along = {
        x: rays[n + 1]!.from.x - rays[n]!.from.x,
        y: rays[n + 1]!.from.y - rays[n]!.from.y,
      }
      const advance = (end.x - ends[n]!.x) * along.x + (end.y - ends[n]!.y) * along.y
      expect(advance).toBeGreaterThan(0)
    }
  },
)
