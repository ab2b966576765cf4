import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { combineAround } from '../../../../engine/raster/filter/combine-around.ts'
import { planeOf } from '../simd/arena-values.ts'

test('a plane keeps its values where it is even, and spreads its largest', () => {
  const size = { width: 12, height: 6 }
  const values = Float32Array.from({ length: 72 }, (_, at) => Number(at === 2 * 12 + 5))
  const [mean, most] = withArena(() =>
    (['mean', 'most'] as const).map((of) => [...combineAround(planeOf(values), size, of, 1)]),
  )
  const isNear = (at: number): boolean =>
    Math.abs((at % 12) - 5) < 2 && Math.abs(Math.floor(at / 12) - 2) < 2
  for (let at = 0; at < 72; at++) {
    expect(mean![at]).toBeCloseTo(isNear(at) ? 1 / 9 : 0, 5)
    expect(most![at]).toBe(Number(isNear(at)))
  }
})
