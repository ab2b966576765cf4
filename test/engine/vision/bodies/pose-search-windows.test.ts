import { expect, it } from 'vitest'
import { poseSearchWindows } from '../../../../engine/vision/bodies/pose-search-windows.ts'

it.each([
  [1400, 1050],
  [2048, 320],
  [320, 2048],
  [500, 500],
  [1, 1],
])('cover a picture of %i × %i as a whole and in tiles', (width, height) => {
  const [whole, ...tiles] = poseSearchWindows({ width, height })
  expect(whole?.roi.side).toBe(Math.max(width, height))
  for (let x = 0; x <= 10; x++) {
    for (let y = 0; y <= 10; y++) {
      const inside = tiles.filter(
        ({ roi }) =>
          Math.abs((x / 10) * width - roi.x) <= roi.side / 2 + 1e-9 &&
          Math.abs((y / 10) * height - roi.y) <= roi.side / 2 + 1e-9,
      )
      expect(inside.length, `${x},${y}`).toBeGreaterThan(0)
    }
  }
  expect(tiles.length).toBeLessThanOrEqual(9)
})
