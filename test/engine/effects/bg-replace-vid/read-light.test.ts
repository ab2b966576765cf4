import { expect, test } from 'vitest'
import { isAnybodyIn, readLight } from '../../../../engine/effects/bg-replace-vid/read-light.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { openFramePool, takeFrame } from '../../../../engine/video/frame-pool.ts'

/** A frame of 1,000 cells whose first ones have an alpha of 1, and luma and colour that the others do not have. */
function lightWith(people: number, beside = 0) {
  const pool = openFramePool()
  try {
    const [width, height] = [100, 40]
    const [frame, background] = [
      takeFrame(width, height, 0, pool),
      takeFrame(width, height, 0, pool),
    ]
    background.planes.fill(200)
    const [cells, region] = [1000, { left: 0, top: 0, width, height }]
    const alpha = new Float32Array(cells).fill(beside).fill(1, 0, people)
    const level = (own: number, old: number) => new Uint8Array(cells).fill(old).fill(own, 0, people)
    const small = { width: 50, height: 20, y: level(250, 60), u: level(20, 120), v: level(30, 140) }
    return withArena(() => readLight(frame, background, { region, small }, alpha))
  } finally {
    pool.close()
  }
}

test('people who fill half a hundredth of a frame tell its light, and fewer are nobody', () => {
  expect(lightWith(4)).toBeUndefined()
  expect(lightWith(5)).toEqual({
    old: { y: 60, u: 120, v: 140 },
    background: { y: 200, u: 200, v: 200 },
  })
})

test('cells of an alpha below 0.05 are the old background, and where there are none all are', () => {
  expect(lightWith(500, 0.049)!.old).toEqual({ y: 60, u: 120, v: 140 })
  expect(lightWith(500, 0.051)!.old).toEqual({ y: 155, u: 70, v: 85 })
})

test('one cell that is more than half somebody is somebody', () => {
  expect(isAnybodyIn(Float32Array.of(0, 0.5, 0.2))).toBe(false)
  expect(isAnybodyIn(Float32Array.of(0, 0.51, 0))).toBe(true)
})
