import { describe, expect, test } from 'vitest'
import { activate, modelPlanes } from '../../../../engine/vision/user-models/model-planes.ts'

const FIRST = Float32Array.of(1, 2, 3, 4, 5, 6)
const LAST = Float32Array.of(1, 4, 2, 5, 3, 6)
const PLANES = [Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)]

describe('the planes of an output', () => {
  test.each([
    ['channels first', 'nchw', [1, 2, 1, 3], FIRST],
    ['channels last', 'nhwc', [1, 1, 3, 2], LAST],
    ['without its batch', 'nchw', [2, 1, 3], FIRST],
  ] as const)('%s', (_, layout, shape, values) => {
    expect(modelPlanes({ shape, values }, layout, 'a')).toEqual({
      width: 3,
      height: 1,
      planes: PLANES,
    })
  })

  test.each(['nchw', 'nhwc'] as const)('of one plane without its channel, %s', (layout) => {
    const found = modelPlanes({ shape: [2, 3], values: FIRST }, layout, 'a')
    expect(found).toEqual({ width: 3, height: 2, planes: [FIRST] })
  })

  test.each([
    ['a list', [6]],
    ['of two pictures', [2, 1, 1, 3]],
    ['of other numbers', [1, 2, 1, 4]],
    ['empty', [1, 2, 0, 3]],
  ])('%s is refused in words', (_, shape) => {
    const output = { shape, values: FIRST }
    expect(() => modelPlanes(output, 'nchw', 'a.onnx')).toThrow(
      /^a\.onnx gave .* values, which are no planes\.$/,
    )
  })
})

describe('probabilities', () => {
  const of = (...values: number[]): Float32Array => Float32Array.from(values)

  test('of softmax add up, for large values, too', () => {
    const [one, other] = activate([of(0, 1000), of(Math.log(3), 1001)], 'softmax')
    expect(one![0]).toBeCloseTo(0.25, 6)
    expect(one![1]! + other![1]!).toBeCloseTo(1, 6)
    expect(other![1]).toBeCloseTo(Math.E / (1 + Math.E), 6)
  })

  test('of sigmoid are each plane’s own', () => {
    const [one, other] = activate([of(0, Math.log(3)), of(9, 9)], 'sigmoid')
    expect([...one!].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0.5, 0.75])
    expect(other![0]).toBeGreaterThan(0.99)
  })

  test('are bounded, and 0 where a value is no number', () => {
    expect(activate([of(-1, 0.5, 2, Number.NaN)], 'none')).toEqual([of(0, 0.5, 1, 0)])
  })
})
