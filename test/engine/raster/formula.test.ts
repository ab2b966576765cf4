import { describe, expect, it, test } from 'vitest'
import { addressOf, allocPlane, allocZeroPlane, withArena } from '../../../engine/raster/arena.ts'
import { formula } from '../../../engine/raster/formula.ts'
import { fc } from '../../setup/random.ts'
import { farthest, LENGTHS, noise, planeOf } from './simd/arena-values.ts'

const f = Math.fround

/** An expression of the language, and what it is at a pixel by the rules of 32-bit floats. */
type Expression = { text: string; at: (...pixel: Pixel) => number }

/** Values of two planes and of a scalar. */
type Pixel = readonly [x: number, y: number, by: number]

const OPERATORS: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => f(a + b),
  '-': (a, b) => f(a - b),
  '*': (a, b) => f(a * b),
  '/': (a, b) => f(a / b),
}
const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}
const FUNCTIONS: Record<string, (a: number, b: number) => number> = {
  min: (a, b) => (b < a ? b : a),
  max: (a, b) => (a < b ? b : a),
}

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const leaf = fc.constantFrom<Expression>(
    { text: 'x', at: (x) => x },
    { text: 'y', at: (_, y) => y },
    { text: 'by', at: (_x, _y, by) => by },
    { text: '2.5', at: () => 2.5 },
    { text: '0.1', at: () => f(0.1) },
  )
  const part = tie('expression')
  return {
    expression: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.tuple(part, fc.constantFrom(...Object.keys(OPERATORS)), part).map(([a, name, b]) => ({
        text: `(${a.text} ${name} ${b.text})`,
        at: (...pixel: Pixel) => OPERATORS[name]!(a.at(...pixel), b.at(...pixel)),
      })),
      fc.tuple(part, fc.constantFrom(...Object.keys(FUNCTIONS)), part).map(([a, name, b]) => ({
        text: `${name}(${a.text}, ${b.text})`,
        at: (...pixel: Pixel) => FUNCTIONS[name]!(a.at(...pixel), b.at(...pixel)),
      })),
      fc
        .tuple(part, fc.constantFrom(...Object.keys(COMPARISONS)), part, part, part)
        .map(([a, name, b, then, otherwise]) => ({
          text: `(${a.text} ${name} ${b.text} ? ${then.text} : ${otherwise.text})`,
          at: (...pixel: Pixel) =>
            (COMPARISONS[name]!(a.at(...pixel), b.at(...pixel)) ? then : otherwise).at(...pixel),
        })),
      part.map(({ text, at }) => ({
        text: `-${text}`,
        at: (...pixel: Pixel) => f(0 - at(...pixel)),
      })),
    ),
  }
})

test('any expression has the value of 32-bit arithmetic, whatever the length', () => {
  fc.assert(
    fc.property(expression, fc.integer({ min: 0, max: 40 }), ({ text, at }, length) => {
      const [x, y, by] = [noise(length, 1), noise(length, 2), 0.75]
      const z = new Float32Array(length)
      const run = formula(
        { planes: ['x', 'y', 'z'], scalars: ['by'] },
        `all = x + y + by\nz = all < all ? all : ${text}`,
      )
      run({ x, y, z }, { by })
      expect([...z]).toEqual([...x].map((value, i) => at(value, y[i]!, by)))
    }),
    { numRuns: 300 },
  )
})

describe('operators bind as they do in JavaScript', () => {
  it.each<[string, (x: number, y: number) => number]>([
    ['x + y * 2 - 3 / (x + 9)', (x, y) => x + y * 2 - 3 / (x + 9)],
    ['-x - -y', (x, y) => y - x],
    ['x - y - 1 - x * 2 / 4 / 2 + 0 * y', (x, y) => x - y - 1 - (x * 2) / 4 / 2],
    ['x < y + 1 ? x : y > 1 ? 1 : y', (x, y) => (x < y + 1 ? x : y > 1 ? 1 : y)],
  ])('%s', (text, expected) => {
    const [x, y, z] = [noise(37, 3), noise(37, 4), new Float32Array(37)]
    formula({ planes: ['x', 'y', 'z'] }, `z = ${text}`)({ x, y, z })
    expect(
      farthest(
        z,
        [...x].map((value, i) => expected(value, y[i]!)),
      ),
    ).toBeLessThan(2e-6)
  })
})

const smoothstep = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
const toLinear = (level: number): number => {
  const v = level / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}
const fromLinear = (light: number): number => {
  const v = Math.min(1, Math.max(0, light))
  return 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
}
const labRoot = (t: number): number =>
  t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116
const labCube = (t: number): number =>
  t ** 3 > 216 / 24389 ? t ** 3 : (116 * t - 16) / (24389 / 27)

describe('functions', () => {
  // Their range, and how far they may be off, relative to values above 1.
  it.each<[string, (x: number) => number, [number, number], number]>([
    ['abs(x)', Math.abs, [-9, 9], 0],
    ['sqrt(x)', (x) => f(Math.sqrt(x)), [0, 1e6], 0],
    ['nearest(x)', (x) => (x % 1 === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)), [0, 4096], 0],
    ['square(x)', (x) => f(x * x), [-9, 9], 0],
    ['hypot(x, 3)', (x) => Math.hypot(x, 3), [-9, 9], 2e-7],
    ['exp(x)', Math.exp, [-86, 87], 3e-7],
    ['exp(x - 500)', () => Math.exp(-87), [-86, 86], 1e-12],
    ['tanh(x)', Math.tanh, [-20, 20], 3e-7],
    ['smoothstep(-1, 2, x)', (x) => smoothstep(-1, 2, x), [-3, 4], 3e-7],
    ['smoothstep(-2, -1.5, x)', (x) => smoothstep(-2, -1.5, x), [-3, 4], 3e-6],
    ['smoothstep(1 + 1, 9 - 6, x)', (x) => smoothstep(2, 3, x), [-3, 4], 3e-6],
    ['toLinear(x)', toLinear, [0, 255], 2e-6],
    ['fromLinear(x)', fromLinear, [-0.1, 1.1], 5e-5],
    ['labRoot(x)', labRoot, [0, 1], 3e-6],
    ['labCube(x)', labCube, [-0.2, 1.1], 1e-6],
  ])('%s', (text, expected, [from, to], most) => {
    const x = Float32Array.from({ length: 10_001 }, (_, i) => from + ((to - from) * i) / 10_000)
    const z = new Float32Array(x.length)
    formula({ planes: ['x', 'z'] }, `z = ${text}`)({ x, z })
    expect(farthest(z, [...x].map(expected))).toBeLessThanOrEqual(most)
  })
})

describe('a pass', () => {
  it('keeps results of lines, and writes where all conditions hold', () => {
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

  it.each(LENGTHS)('over %i pixels changes nothing behind them', (length) => {
    const double = formula({ planes: ['x'] }, 'x = 2 * x')
    withArena(() => {
      for (let start = 0; start < 4; start++) {
        const plane = planeOf(noise(60, start))
        const before = plane.slice()
        double({ x: plane.subarray(start, start + length) })
        const inside = (i: number): boolean => i >= start && i < start + length
        expect([...plane]).toEqual([...before].map((v, i) => (inside(i) ? 2 * v : v)))
      }
    })
  })

  it('frees the copies of planes on the heap', () => {
    const sum = formula({ planes: ['to', 'from'] }, 'to = to + from')
    const again = (): number =>
      withArena(() => {
        const [from, to] = [allocPlane(1001).fill(2), allocZeroPlane(1001)]
        withArena(() => void allocPlane(500_000).fill(9))
        sum({ from, to })
        sum({ from: new Float32Array(1001).fill(2), to })
        expect(to.every((value) => value === 4)).toBe(true)
        return addressOf(allocPlane(1))
      })
    expect(again()).toBe(again())
  })

  it('refuses planes of different lengths, and names without a value', () => {
    const run = formula({ planes: ['x', 'z'], scalars: ['by'] }, 'z = by * x')
    const [x, z] = [new Float32Array(4), new Float32Array(4)]
    expect(() => run({ x, z: z.subarray(1) }, { by: 1 })).toThrow('x 4, z 3')
    expect(() => run({ x, z }, { by: undefined as unknown as number })).toThrow('without by')
    expect(() => run({ x, z: undefined as unknown as Float32Array }, { by: 1 })).toThrow(
      'without z',
    )
  })

  it('takes exactly the names it was declared with, or does not compile', () => {
    const x = new Float32Array(4)
    const more = { x, y: x }
    const plain = formula({ planes: ['x'] }, 'x = x + 1')
    const scaled = formula({ planes: ['x'], scalars: ['by'] }, 'x = x * by')
    const calls = [
      () => plain({ x }),
      () => scaled({ x }, { by: 2 }),
      // @ts-expect-error a missing plane
      () => plain({}),
      // @ts-expect-error a misspelt plane
      () => plain({ xx: x }),
      // @ts-expect-error a plane too many
      () => plain({ x, y: x }),
      // @ts-expect-error a plane too many, by a spread
      () => plain({ ...more }),
      // @ts-expect-error scalars where there are none
      () => plain({ x }, { by: 2 }),
      // @ts-expect-error no scalars
      () => scaled({ x }),
      // @ts-expect-error a missing scalar
      () => scaled({ x }, {}),
      // @ts-expect-error a scalar too many
      () => scaled({ x }, { by: 2, and: 3 }),
    ]
    expect(calls).toHaveLength(10)
  })
})

describe('a text that cannot be compiled is refused when it is first used', () => {
  it.each([
    ['z = x +', 'The end was not expected.'],
    ['z = nothing', 'nothing is not known.'],
    ['z = cosh(x)', 'There is no function cosh of 1.'],
    ['z = hypot(x)', 'There is no function hypot of 1.'],
    ['z = (x', ') was expected.'],
    ['z = x x', 'x was not expected in: x x'],
    ['z = x % 2', 'Cannot be read: % 2'],
    ['x * 2', 'Not a line of a formula: x * 2'],
    ['z = 1', 'x is not used.'],
    ['zz = x\nz = x', 'zz is not used.'],
    ['z = smoothstep(2, 1, x)', 'smoothstep(2, 1, …) does not rise.'],
    ['z = smoothstep(0.5, 0.5, x)', 'smoothstep(0.5, 0.5, …) does not rise.'],
    ['z = 1 - smoothstep(-1, -1.5, x)', 'smoothstep(-1, -1.5, …) does not rise.'],
  ])('%s', (text, why) => {
    const run = formula({ planes: ['x', 'z'] }, text)
    const [x, z] = [new Float32Array(4), new Float32Array(4)]
    expect(() => run({ x, z })).toThrow(why)
  })
})
