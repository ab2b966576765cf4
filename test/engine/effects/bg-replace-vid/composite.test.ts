import { expect, test } from 'vitest'
import { composite } from '../../../../engine/effects/bg-replace-vid/composite.ts'
import { openFramePool, takeFrame } from '../../../../engine/video/frame-pool.ts'

/** Rows that are no multiple of the eight pixels that kernels write at once. */
const [WIDTH, HEIGHT] = [36, 12]

test('somebody who reaches from border to border is mixed once with what is behind', () => {
  const pool = openFramePool()
  const [frame, background] = [takeFrame(WIDTH, HEIGHT, 0, pool), takeFrame(WIDTH, HEIGHT, 0, pool)]
  frame.planes.fill(100)
  background.planes.fill(200)
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  const even = (value: number) => new Float32Array(width * height).fill(value)
  const nothing = () => ({ y: even(0), u: even(0), v: even(0), known: even(0) })
  const same = { shift: 0, bend: 0 }
  const made = composite(
    {
      ...{ frame, background },
      matte: {
        ...{ width, height, slope: even(0), offset: even(0.5), alpha: even(0.5) },
        box: { left: 0, top: 0, width, height },
      },
      region: { left: 0, top: 0, width: WIDTH, height: HEIGHT },
      sides: { background: nothing(), people: nothing() },
      light: { luma: same, u: same, v: same },
    },
    pool,
  )
  expect(Math.min(...made.planes)).toBeGreaterThanOrEqual(149)
  expect(Math.max(...made.planes)).toBeLessThanOrEqual(151)
  pool.close()
})
