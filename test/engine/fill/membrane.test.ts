import { expect, test } from 'vitest'
import { solveMembrane } from '../../../engine/fill/membrane.ts'

const SIZE = { width: 96, height: 72 } as const
const COUNT = SIZE.width * SIZE.height

/** A large hole in a slope with a wave, of which only a small part is asked for. */
function solved(isWanted?: (x: number, y: number) => boolean): Float32Array {
  const at = (n: number) => [n % SIZE.width, Math.floor(n / SIZE.width)] as const
  const known = Uint8Array.from({ length: COUNT }, (_, n) => {
    const [x, y] = at(n)
    return x > 14 && x < 80 && y > 10 && y < 62 ? 0 : 1
  })
  const plane = Float32Array.from({ length: COUNT }, (_, n) => {
    const [x, y] = at(n)
    return known[n] ? x + 2 * y + 20 * Math.sin(x / 9) : 0
  })
  const even = new Float32Array(COUNT).fill(1)
  const wanted = isWanted && Uint8Array.from(known, (_, n) => Number(isWanted(...at(n))))
  solveMembrane([plane], known, SIZE, even, even, wanted)
  return plane
}

test('a part that is asked for is what the whole would give there', () => {
  const isWanted = (x: number, y: number) => x > 20 && x < 34 && y > 16 && y < 30
  const [whole, part] = [solved(), solved(isWanted)]
  let most = 0
  for (let n = 0; n < COUNT; n++) {
    if (!isWanted(n % SIZE.width, Math.floor(n / SIZE.width))) continue
    most = Math.max(most, Math.abs(whole[n]! - part[n]!))
  }
  expect(most).toBeLessThan(1.5)
  const farOff = 50 * SIZE.width + 70
  expect(Math.abs(part[farOff]! - whole[farOff]!)).toBeGreaterThan(5)
})

test('between straight edges it is straight', () => {
  const { width, height } = SIZE
  const known = Uint8Array.from({ length: COUNT }, (_, n) => {
    const x = n % width
    return x < 20 || x >= 70 ? 1 : 0
  })
  const plane = Float32Array.from(known, (is, n) => (is ? n % width : 0))
  const even = new Float32Array(COUNT).fill(1)
  solveMembrane([plane], known, SIZE, even, even)
  for (let x = 20; x < 70; x += 7) expect(plane[(height / 2) * width + x]).toBeCloseTo(x, 0)
})
