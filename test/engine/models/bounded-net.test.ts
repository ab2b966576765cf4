import { describe, expect, test } from 'vitest'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { checkModel } from '../../../engine/models/check-model.ts'
import { BOUNDS } from '../../../engine/models/model-bounds.ts'
import type { ModelInput } from '../../../engine/models/model-net.ts'
import { buildModel, manifestOf } from './build-model.ts'

const SHAPE = { side: 32, channels: 3 } as const
const PLANES = [
  { weights: [1, 0, 0], bias: 0 },
  { weights: [0, 1, 0], bias: 0.5 },
]

const HONEST = buildModel({ ...SHAPE, planes: PLANES })

function netOf(bytes: Uint8Array, bounds: { seconds: number; megabytes: number } = BOUNDS) {
  return boundedNet({ file: 'drawn.tflite', runtime: 'litert', bytes, bounds })
}

function pixels(): ModelInput[] {
  return [{ input: 0, shape: [1, 32, 32, 3], values: new Float32Array(32 * 32 * 3).fill(0.25) }]
}

test('a model gives its planes, time after time', async () => {
  const net = netOf(HONEST)
  for (const _ of [1, 2]) {
    const { values } = await net.run(pixels(), 0)
    expect(values).toHaveLength(32 * 32 * 2)
    expect([...values.subarray(0, 2)]).toEqual([0.25, 0.75])
  }
  await net.close()
  await expect(net.run(pixels(), 0)).rejects.toThrow('closed')
})

test('a model that resizes its planes within the bounds is run', async () => {
  const net = netOf(buildModel({ ...SHAPE, planes: PLANES, resized: [64, 128] }))
  const { values } = await net.run(pixels(), 0)
  expect(values[1]).toBeCloseTo(0.75, 4)
  await net.close()
})

describe('a model whose tensors are larger than the file says', () => {
  // 2 planes of 11,500 × 11,500 floats are 1.06 GB; the file claims tensors of 32 × 32.
  const bytes = buildModel({ ...SHAPE, planes: PLANES, resized: [11_500] })

  test('passes the inspection of its file, which cannot know', () => {
    const manifest = manifestOf(bytes, SHAPE, { classes: ['background', 'hair'] })
    expect(checkModel(bytes, manifest).tensorBytes).toBeLessThan(1e6)
  })

  test('ends in words, within the bound of memory', async () => {
    const net = netOf(bytes)
    const before = process.memoryUsage().rss
    await expect(net.run(pixels(), 0)).rejects.toThrow(
      'drawn.tflite needs more than 1000 MB of memory.',
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(1.1e9)
    await net.close()
  })

  test('ends in words under a lower bound that an honest one keeps', async () => {
    const larger = buildModel({ ...SHAPE, planes: PLANES, resized: [4000] })
    const net = netOf(larger, { ...BOUNDS, megabytes: 200 })
    await expect(net.run(pixels(), 0)).rejects.toThrow('needs more than 200 MB')
    await net.close()
    const honest = netOf(HONEST, { ...BOUNDS, megabytes: 200 })
    await expect(honest.run(pixels(), 0)).resolves.toMatchObject({ shape: [1, 32, 32, 2] })
    await honest.close()
  })
})

test('a model that computes without end is ended, and those beside it go on', async () => {
  const sides = Array.from({ length: 4000 }, (_, n) => (n % 2 ? 500 : 501))
  const endless = netOf(buildModel({ ...SHAPE, planes: PLANES, resized: sides }), {
    megabytes: 1500,
    seconds: 0.5,
  })
  const beside = netOf(HONEST)
  const [{ values }] = await Promise.all([
    beside.run(pixels(), 0),
    expect(endless.run(pixels(), 0)).rejects.toThrow(
      'drawn.tflite: It took longer than 0.5 seconds.',
    ),
  ])
  expect(values[0]).toBe(0.25)
  await Promise.all([endless.close(), beside.close()])
})

test('runs with one clock have the time of one run together', async () => {
  const net = netOf(HONEST)
  const clock = { seconds: 0 }
  await net.run(pixels(), 0, clock)
  const first = clock.seconds
  await net.run(pixels(), 0, clock)
  expect(clock.seconds).toBeGreaterThan(first)
  clock.seconds = BOUNDS.seconds
  await expect(net.run(pixels(), 0, clock)).rejects.toThrow('It took longer than 60 seconds.')
  await expect(net.run(pixels(), 0)).resolves.toMatchObject({ shape: [1, 32, 32, 2] })
  await net.close()
})

test('an operation that the runtime does not know is named', async () => {
  const net = netOf(buildModel({ ...SHAPE, planes: PLANES, custom: 'MaxPoolingWithArgmax9D' }))
  await expect(net.run(pixels(), 0)).rejects.toThrow('MaxPoolingWithArgmax9D')
  await net.close()
})
