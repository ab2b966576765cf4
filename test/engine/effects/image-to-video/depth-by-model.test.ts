import { expect, test } from 'vitest'
import { depthByModel } from '../../../../engine/effects/image-to-video/depth-by-model.ts'
import type { UserNet } from '../../../../engine/vision/vision.ts'

const [WIDTH, HEIGHT] = [320, 200]
const PICTURE = {
  width: WIDTH,
  height: HEIGHT,
  data: new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(128),
}

/** A network that says of each place what a function of its share of the picture says. */
function saying(near: 'high' | 'low', at: (x: number, y: number) => number): UserNet<'depth'> {
  const size = { width: 64, height: 40 }
  const values = Float32Array.from({ length: 64 * 40 }, (_, i) =>
    at((i % 64) / 63, Math.floor(i / 64) / 39),
  )
  return {
    manifest: {
      manifest: 2,
      task: 'depth',
      runtime: 'onnx',
      file: 'depth.onnx',
      sha256: '0'.repeat(64),
      licence: 'Apache-2.0',
      picture: {
        input: 0,
        layout: 'nchw',
        type: 'float32',
        order: 'rgb',
        size,
        fit: 'stretch',
        scale: [0, 1],
      },
      result: { output: 0, layout: 'nchw', near },
    },
    net: { run: async () => ({ shape: [1, 40, 64], values }) },
  }
}

/** People stand in the middle, much nearer than the ground, which comes nearer downwards. */
const matte = {
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isPerson((i % WIDTH) / WIDTH) ? 255 : 0,
  ),
}
function isPerson(x: number): boolean {
  return x > 0.4 && x < 0.6
}
const ground = (_: number, y: number): number => 10 + 50 * y
const withPeople = (x: number, y: number): number => (isPerson(x) ? 60 : ground(x, y))

test.each(['high', 'low'] as const)(
  'the background goes on behind people, with near things %s',
  async (near) => {
    const told = (x: number, y: number): number => (near === 'high' ? 1 : -1) * withPeople(x, y)
    const { people, map } = await depthByModel(PICTURE, matte, saying(near, told))
    expect(people).toBeGreaterThan(0.95)
    const row = (y: number): Float32Array => map.data.subarray(y * map.width, (y + 1) * map.width)
    const [top, bottom] = [row(1), row(map.height - 2)]
    expect(Math.max(...top)).toBeLessThan(Math.min(...bottom))
    const middle = map.width >> 1
    const half = row(map.height >> 1)
    expect(half[middle]).toBeCloseTo(half[0]!, 1)
  },
)

test('a picture that is equally far everywhere moves as one', async () => {
  const { people, map } = await depthByModel(
    PICTURE,
    undefined,
    saying('high', () => 7),
  )
  expect(people).toBe(1)
  expect(new Set(map.data)).toEqual(new Set([1]))
})

test('values that are no numbers are far, and a map of people alone has a background', async () => {
  const { map } = await depthByModel(
    PICTURE,
    undefined,
    saying('high', (x) => (x < 0.5 ? Number.NaN : 9)),
  )
  expect(Math.min(...map.data)).toBeGreaterThan(0)
  const all = { ...matte, data: matte.data.map(() => 255) }
  const { map: covered } = await depthByModel(PICTURE, all, saying('high', ground))
  expect([...covered.data].every(Number.isFinite)).toBe(true)
})
