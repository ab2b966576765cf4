import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { bindGenerator } from '../../../engine/generate/bind-generator.ts'
import type { FillCall } from '../../../engine/generate/generator.ts'
import { inpaintGenerator } from '../../../engine/generate/inpaint-generator.ts'
import { withInpainting } from '../../../engine/generate/with-inpainting.ts'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { checkModel } from '../../../engine/models/check-model.ts'
import type { ManifestOf } from '../../../engine/models/model-manifest.ts'
import { parseManifest } from '../../../engine/models/read-models.ts'
import type { Mask } from '../../../engine/raster/picture.ts'
import type { UserNet } from '../../../engine/vision/vision.ts'
import { onnxRuntime } from '../../setup/onnx-runtime.ts'
import { buildFilling } from '../models/build-onnx.ts'

const [WIDTH, HEIGHT] = [90, 60]

/** A picture of 100, 150 and 200, and a mask of its middle. */
const PICTURE = {
  width: WIDTH,
  height: HEIGHT,
  data: Uint8ClampedArray.from(
    { length: 4 * WIDTH * HEIGHT },
    (_, i) => [100, 150, 200, 255][i % 4]!,
  ),
}
const MASK = {
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    return x >= 30 && x < 60 && y >= 20 && y < 40 ? 255 : 0
  }),
}

const NETS = new Map<number | undefined, UserNet<'inpaint'> & { net: { close(): unknown } }>()
afterAll(async () => {
  for (const { net } of NETS.values()) await net.close()
})

/** A network of one size, or of any, opened once: its thread takes longer than what it is asked. */
function netOf(side: number | undefined): UserNet<'inpaint'> {
  const net = NETS.get(side) ?? openNet(side)
  NETS.set(side, net)
  return net
}

function openNet(side: number | undefined) {
  const bytes = buildFilling(0.5, side)
  const manifest = parseManifest(
    Buffer.from(
      JSON.stringify({
        manifest: 2,
        task: 'inpaint',
        runtime: 'onnx',
        file: 'fill.onnx',
        sha256: createHash('sha256').update(bytes).digest('hex'),
        licence: 'MIT',
        picture: {
          input: 'picture',
          layout: 'nchw',
          size: side ? { width: side, height: side } : { multipleOf: 32, most: 512 },
        },
        mask: { input: 'mask', layout: 'nchw' },
        result: { output: 'result', layout: 'nchw' },
      }),
    ),
  ) as ManifestOf<'inpaint'>
  checkModel(bytes, manifest)
  const net = boundedNet({ file: 'fill.onnx', runtime: 'onnx', bytes, onnxRuntime: onnxRuntime() })
  return { manifest, net }
}

const BINDING = { signal: new AbortController().signal, task: 'a' }

test.each([
  ['of one size', 32],
  ['of any size', undefined],
])('a network %s fills the hole and nothing else, for nothing', async (_, side) => {
  const generator = withInpainting(undefined, netOf(side), BINDING)
  expect(generator.abilities).toEqual(['erase'])
  const { data } = await generator.fill({ picture: PICTURE, replace: MASK })
  const sum = [0, 0, 0]
  for (let i = 0; i < MASK.data.length; i++) {
    for (const [n, level] of [100, 150, 200].entries()) {
      const found = data[4 * i + n]!
      if (MASK.data[i] === 0) expect(found).toBe(level)
      else sum[n]! += found / (30 * 20)
    }
  }
  // Seams are closed: what is made goes over into what is there.
  for (const [n, level] of [100, 150, 200].entries()) {
    expect(sum[n]).toBeGreaterThan(Math.min(level, 128) - 1)
    expect(sum[n]).toBeLessThan(Math.max(level, 128) + 1)
  }
})

test('what a network makes comes back as it is, and what it was shown is black in the hole', async () => {
  const { fill } = inpaintGenerator(netOf(undefined))
  const size = { width: 96, height: 64 }
  const levels = { length: 4 * 96 * 64 }
  const picture = {
    ...size,
    data: Uint8ClampedArray.from(levels, (_, i) => (i % 4 < 3 ? 200 : 255)),
  }
  const replace = { ...size, data: new Uint8Array(96 * 64) }
  replace.data[40 * 96 + 50] = 255
  const call = { picture, replace, seed: 0 }
  const { content, ...told } = await fill!.run(call, {
    ...BINDING,
    token: 'a',
    keepTicket: async () => {},
  })
  expect(told).toMatchObject({ model: 'fill.onnx', dollars: 0 })
  const at = (x: number, y: number): number[] => [
    ...content.data.subarray(4 * (96 * y + x), 4 * (96 * y + x) + 4),
  ]
  expect(at(10, 10)).toEqual([200, 200, 200, 255])
  expect(at(50, 40)).toEqual([128, 128, 128, 255])
})

test('a prompt is refused, and goes to the operator’s generator where there is one', async () => {
  const net = netOf(32)
  const own = withInpainting(undefined, net, BINDING)
  await expect(own.fill({ picture: PICTURE, replace: MASK, prompt: 'a dog' })).rejects.toThrow(
    'takes no prompt',
  )
  const prompts: (string | undefined)[] = []
  const fill = {
    reference: false,
    idempotent: false,
    price: () => 1,
    run: async ({ picture, prompt }: FillCall) => {
      prompts.push(prompt)
      return { content: picture, model: 'm', dollars: 1 }
    },
  }
  const limits = { ...inpaintGenerator(net).limits, maxPrompt: 100 }
  const told: unknown[] = []
  const paid = (prompt: 'always' | 'maybe') =>
    bindGenerator(
      { name: 'server', limits, fill: { ...fill, prompt } },
      { ...BINDING, reserve: async () => {}, settle: async (_, one) => void told.push(one) },
    )
  const both = withInpainting(paid('always'), net, BINDING)
  expect(both.abilities).toEqual(['fill', 'extend', 'erase'])
  await both.fill({ picture: PICTURE, replace: MASK, prompt: 'a dog' })
  await both.fill({ picture: PICTURE, replace: MASK })
  expect(prompts).toEqual(['a dog'])
  expect(told).toHaveLength(1)
  const server = paid('maybe')
  expect(withInpainting(server, net, BINDING)).toBe(server)
})

describe('a network over tiles', () => {
  /** The same network of 32 × 32, over tiles, and how often it is run. */
  function tiledNet() {
    const { manifest, net } = netOf(32)
    let runs = 0
    const picture = { ...manifest.picture, tiles: { overlap: 8, most: 12 } }
    const run: typeof net.run = async (...asked) => {
      runs++
      return await net.run(...asked)
    }
    return { net: { manifest: { ...manifest, picture }, net: { run } }, runs: () => runs }
  }

  const filledBy = async (replace: Mask) => {
    const { net, runs } = tiledNet()
    const { fill } = inpaintGenerator(net)
    const call: FillCall = { picture: PICTURE, replace, seed: 0 }
    const context = { signal: BINDING.signal, token: 'a', keepTicket: async () => {} }
    const { content } = await fill!.run(call, context)
    return { content, runs: runs() }
  }

  const maskOf = (isIn: (x: number, y: number) => boolean): Mask => ({
    width: WIDTH,
    height: HEIGHT,
    data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      isIn(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0,
    ),
  })

  test('is run where something is missing alone, and leaves the rest', async () => {
    const corner = maskOf((x, y) => x < 10 && y < 10)
    const { content, runs } = await filledBy(corner)
    expect([content.width, content.height]).toEqual([WIDTH, HEIGHT])
    expect(runs).toBe(1)
    for (let i = 0; i < corner.data.length; i++) {
      const wanted = corner.data[i] ? [128, 128, 128] : [100, 150, 200]
      for (const [n, level] of wanted.entries()) {
        expect(Math.abs(content.data[4 * i + n]! - level)).toBeLessThan(2)
      }
    }
  })

  test('is shown the whole at once where a tile would show next to nothing else', async () => {
    const { content, runs } = await filledBy(maskOf((x) => x < 60))
    expect(runs).toBe(1)
    expect([content.width, content.height]).toEqual([WIDTH, HEIGHT])
    expect(Math.abs(content.data[4 * (30 * WIDTH + 20)]! - 128)).toBeLessThan(3)
  })
})
