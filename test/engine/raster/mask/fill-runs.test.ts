import { expect, test } from 'vitest'
import { countAbove } from '../../../../engine/raster/mask/count-above.ts'
import { fillRuns } from '../../../../engine/raster/mask/fill-runs.ts'

/** Pixels 2 to 4, and pixel 7. */
const RUNS = Int32Array.of(2, 5, 7, 8)

test('runs are filled, and nothing beside them', () => {
  const plane = new Uint8Array(10)
  fillRuns(plane, RUNS, 3)
  expect([...plane]).toEqual([0, 0, 3, 3, 3, 0, 0, 3, 0, 0])
})

test('pixels of runs are counted above a level, those beside them are not', () => {
  const plane = Float32Array.of(9, 9, 1, 2, 3, 9, 9, 2.5, 9, 9)
  expect(countAbove(plane, 2, RUNS)).toBe(2)
  expect(countAbove(plane, -1, RUNS)).toBe(4)
  expect(countAbove(plane, 9, RUNS)).toBe(0)
})
