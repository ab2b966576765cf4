import { expect, test } from 'vitest'
import type { ModelPicture } from '../../../../engine/models/model-manifest.ts'
import {
  sampleModelInput,
  sampleModelMask,
} from '../../../../engine/vision/user-models/sample-model-input.ts'

const SPEC: ModelPicture = {
  input: 0,
  layout: 'nhwc',
  type: 'float32',
  order: 'rgb',
  size: { width: 4, height: 2 },
  fit: 'stretch',
  scale: [0, 255],
}

/** Columns of red, rows of green, blue everywhere. */
const PICTURE = {
  width: 8,
  height: 8,
  data: Uint8ClampedArray.from(
    { length: 256 },
    (_, i) => [10 * ((i >> 2) % 8), 20 * (i >> 5), 200, 255].at(i % 4)!,
  ),
}

const WHOLE = { left: 0, top: 0, width: 8, height: 8, input: { width: 4, height: 2 } }

function values(spec: Partial<ModelPicture>, window = WHOLE, fourth?: Float32Array): number[] {
  return [...sampleModelInput(PICTURE, window, { ...SPEC, ...spec }, fourth).values]
}

test('a stretched picture gives each value the mean of what it covers', () => {
  const { shape, values } = sampleModelInput(PICTURE, WHOLE, SPEC)
  expect(shape).toEqual([1, 2, 4, 3])
  // Two columns of 10 levels each, and four rows of 20.
  const expected = [0, 1].flatMap((row) =>
    [0, 1, 2, 3].flatMap((column) => [20 * column + 5, 80 * row + 30, 200]),
  )
  expect([...values].map((value) => Math.round(value * 1e3) / 1e3)).toEqual(expected)
})

test('channels come first, blue first, by mean and deviation, and as bytes where wanted', () => {
  const plain = values({})
  const channel = (from: readonly number[], n: number): number[] =>
    from.filter((_, i) => i % 3 === n)
  const first = values({ layout: 'nchw', order: 'bgr' })
  expect(first).toEqual([2, 1, 0].flatMap((n) => channel(plain, n)))
  const scaled = values({ scale: [0, 1], mean: [0.5, 0.25, 0], std: [0.5, 0.25, 2] })
  expect(scaled[0]).toBeCloseTo((5 / 255 - 0.5) / 0.5, 5)
  expect(scaled[1]).toBeCloseTo((30 / 255 - 0.25) / 0.25, 5)
  expect(scaled[2]).toBeCloseTo(200 / 255 / 2, 5)
  expect(values({ scale: [-1, 1] })[2]).toBeCloseTo(2 * (200 / 255) - 1, 5)
  const { values: bytes } = sampleModelInput(PICTURE, WHOLE, { ...SPEC, type: 'uint8' })
  expect(bytes).toBeInstanceOf(Uint8Array)
  expect([...bytes]).toEqual(plain.map(Math.round))
})

test('a fourth channel is empty, or the mask', () => {
  const fourth = Float32Array.from({ length: 8 }, (_, i) => i / 8)
  const { shape, values: last } = sampleModelInput(
    PICTURE,
    WHOLE,
    { ...SPEC, fourth: 'fill' },
    fourth,
  )
  expect(shape).toEqual([1, 2, 4, 4])
  expect([...last].filter((_, i) => i % 4 === 3)).toEqual([...fourth])
  const first = values({ fourth: 'empty', layout: 'nchw' }, WHOLE, new Float32Array(8))
  expect(first.slice(24)).toEqual(Array(8).fill(0))
})

test('what lies outside the picture is black, by the scale', () => {
  const beside = { ...WHOLE, left: 20 }
  expect(values({ scale: [-1, 1] }, beside)).toEqual(Array(24).fill(-1))
})

test('a mask has what the manifest says of filled and of kept', () => {
  const mask = { width: 2, height: 1, data: Uint8Array.of(0, 9) }
  const input = { input: 'mask', layout: 'nchw', type: 'uint8' } as const
  const sampled = sampleModelMask(mask, input, { fill: 0, keep: 255 })
  expect(sampled).toEqual({ input: 'mask', shape: [1, 1, 1, 2], values: Uint8Array.of(255, 0) })
})
