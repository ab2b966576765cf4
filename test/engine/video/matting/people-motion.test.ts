import { expect, test } from 'vitest'
import { peopleMotion } from '../../../../engine/video/matting/people-motion.ts'

const [COLUMNS, ROWS] = [4, 3]
const [WIDTH, HEIGHT] = [8 * COLUMNS, 8 * ROWS]

test('blocks beside people move as they do, and no others', () => {
  // Somebody fills the second column of blocks and a strip of the third.
  const person = 18
  const y = new Uint8Array(WIDTH * HEIGHT)
  const alpha = new Float32Array(WIDTH * HEIGHT)
  for (let at = 0; at < y.length; at++) {
    const column = at % WIDTH
    alpha[at] = column >= 8 && column < person ? 1 : 0
    y[at] = alpha[at] && (at + Math.floor(at / WIDTH)) % 2 === 0 ? 160 : 100
  }
  const vectors = Float32Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    at % COLUMNS === 1 ? -2 : 0,
  )
  const motion = {
    columns: COLUMNS,
    rows: ROWS,
    dx: vectors,
    dy: new Float32Array(vectors.length),
    difference: new Float32Array(vectors.length),
  }
  const small = { width: WIDTH, height: HEIGHT, y, u: y, v: y }
  const { dx, dy } = peopleMotion(motion, small, alpha)
  for (let row = 0; row < ROWS; row++) {
    const [before, own, strip, beyond] = dx.subarray(row * COLUMNS, (row + 1) * COLUMNS)
    for (const along of [before, own, strip]) expect(along).toBeLessThan(-1.6)
    expect(beyond).toBeGreaterThan(-0.1)
  }
  expect(dy.every((vector) => vector === 0)).toBe(true)
})
