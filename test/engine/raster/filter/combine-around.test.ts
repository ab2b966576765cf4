import { expect, test } from 'vitest'
import { withArena } from '../../../../engine/raster/arena.ts'
import { combineAround } from '../../../../engine/raster/filter/combine-around.ts'
import { noise, planeOf } from '../simd/arena-values.ts'

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

test.each([
  [4, 1, 1],
  [12, 7, 2],
  [8, 3, 3],
  [20, 11, 4],
])(
  '%i × %i values combine those within any of %i places, edges repeated',
  (width, height, reach) => {
    const values = noise(width * height, reach)
    const [mean, most] = withArena(() =>
      (['mean', 'most'] as const).map((of) =>
        combineAround(planeOf(values), { width, height }, of, reach).slice(),
      ),
    )
    const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
    for (const [at] of values.entries()) {
      const around: number[] = []
      for (let j = -reach; j <= reach; j++) {
        for (let i = -reach; i <= reach; i++) {
          const [x, y] = [clamp((at % width) + i, width), clamp(Math.floor(at / width) + j, height)]
          around.push(values[y * width + x]!)
        }
      }
      expect(mean![at]).toBeCloseTo(around.reduce((sum, one) => sum + one) / around.length, 4)
      expect(most![at]).toBe(Math.max(...around))
    }
  },
)

test('of nothing there is nothing', () => {
  const none = withArena(() =>
    combineAround(planeOf([]), { width: 4, height: 0 }, 'mean', 1).slice(),
  )
  expect(none).toHaveLength(0)
})
