import { describe, expect, it } from 'vitest'
import { allocPlane, allocZeroPlane, withArena } from '../../../engine/raster/arena.ts'
import { formula } from '../../../engine/raster/formula.ts'

/** Numbers from -6 to 6, of which each size up to a vector and beyond has some. */
function ramp(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => 6 * Math.sin(i + 1))
}

function step(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

describe('a formula', () => {
  it.each<[string, (x: number, y: number) => number]>([
    ['x + y * 2 - 3 / (x + 7)', (x, y) => x + y * 2 - 3 / (x + 7)],
    ['-x - -y', (x, y) => y - x],
    ['x - y - 1 - x * 2 / 4 / 2', (x, y) => x - y - 1 - (x * 2) / 4 / 2],
    ['x < y ? x : y > 1 ? 1 : y', (x, y) => (x < y ? x : y > 1 ? 1 : y)],
    ['x >= 0 ? 1 : x <= -3 ? 2 : 3', (x) => (x >= 0 ? 1 : x <= -3 ? 2 : 3)],
    [
      'max(min(x, 2), abs(y)) + nearest(x)',
      (x, y) => Math.max(Math.min(x, 2), Math.abs(y)) + Math.round(x),
    ],
    ['sqrt(square(x)) + hypot(x, y)', (x, y) => Math.abs(x) + Math.hypot(x, y)],
    ['exp(-square(x / 2)) + exp(y)', (x, y) => Math.exp(-((x / 2) ** 2)) + Math.exp(y)],
    ['exp(100 * x - 900)', () => 0],
    ['tanh(x)', (x) => Math.tanh(x)],
    ['smoothstep(-1, 2, x)', (x) => step(-1, 2, x)],
  ])('%s is what it says', (text, wanted) => {
    for (const length of [1, 4, 37]) {
      const x = ramp(length)
      const y = ramp(length + 5).subarray(5)
      const z = new Float32Array(length)
      formula({ planes: ['x', 'y', 'z'] }, `z = ${text} + 0 * y`)({ x, y, z })
      for (let i = 0; i < length; i++) {
        const value = wanted(x[i]!, y[i]!)
        expect(Math.abs(z[i]! - value)).toBeLessThan(2e-6 * (1 + Math.abs(value)))
      }
    }
  })

  it('has lines for what is used again, numbers, and writes where its conditions hold', () => {
    const run = formula(
      { planes: ['x', 'z'], scalars: ['by'] },
      `
      where x > 0
      twice = by * x
      where twice < 4
      z = twice + z
      x = 0
    `,
    )
    for (const by of [2, 3]) {
      const x = Float32Array.from([1, -1, 3, 0.5, 1.5, -7])
      const z = Float32Array.from([10, 20, 30, 40, 50, 60])
      run({ x, z }, { by })
      const kept = by === 2
      expect([...z]).toEqual([10 + by, 20, 30, 40 + by / 2, kept ? 53 : 50, 60])
      expect([...x]).toEqual([0, -1, 3, 0, kept ? 0 : 1.5, -7])
    }
  })

  it('works on planes of a room, which are given back when it is left', () => {
    const sum = formula({ planes: ['to', 'from'] }, 'to = to + from')
    const again = (): number =>
      withArena(() => {
        const [from, to] = [allocPlane(1001).fill(2), allocZeroPlane(1001)]
        withArena(() => void allocPlane(500_000).fill(9))
        sum({ from, to })
        sum({ from, to })
        return to.reduce((all, value) => all + value, 0) + to.byteOffset / 1e9
      })
    const first = again()
    expect(Math.floor(first)).toBe(4004)
    // In the same place as before, and nothing is left there of what was.
    expect(again()).toBe(first)
  })

  it.each([
    ['z = x +', 'The end was not expected.'],
    ['z = nothing', 'nothing is not known.'],
    ['z = cosh(x)', 'There is no function cosh of 1.'],
    ['z = (x', ') was expected.'],
    ['z = x x', 'x was not expected in: x x'],
    ['z = x % 2', 'Cannot be read: % 2'],
    ['x * 2', 'Not a line of a formula: x * 2'],
    ['z = 1', 'x is not used.'],
    ['zz = x\nz = x', 'zz is not used.'],
  ])('that says “%s” is refused when it is first used', (text, why) => {
    const run = formula({ planes: ['x', 'z'] }, text)
    expect(() => run({ x: ramp(4), z: ramp(4) })).toThrow(why)
  })
})
