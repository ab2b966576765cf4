import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { checkModel } from '../../../engine/models/check-model.ts'
import type { ModelManifest } from '../../../engine/models/model-manifest.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { emptyInputs } from '../../../engine/vision/user-models/empty-inputs.ts'
import { onnxRuntime } from '../../setup/onnx-runtime.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { buildModel } from './build-model.ts'
import { buildOnnx, onnxManifest } from './build-onnx.ts'

const PLANES = [0, 1].map((bias) => ({ weights: [1, 0, 0], bias }))
const FILES = 60

type Hostile = { name: string; runtime: 'onnx' | 'litert'; bytes: Uint8Array }

/** Files of both formats: cut off, with bytes changed, with parts doubled, and with lengths that go beyond the file. */
function hostileFiles(): Hostile[] {
  const honest = {
    onnx: buildOnnx({ planes: PLANES, side: 32 }),
    litert: buildModel({ side: 32, channels: 3, planes: PLANES }),
  }
  const random = seededRandom(44)
  const below = (most: number): number => Math.floor(random() * most)
  const ways: Record<string, (bytes: Uint8Array) => Uint8Array> = {
    'cut off': (bytes) => bytes.slice(0, below(bytes.length)),
    'some bytes changed': (bytes) => {
      const changed = bytes.slice()
      for (let n = 0; n < 1 + below(12); n++) changed[below(bytes.length)] = below(256)
      return changed
    },
    'a part doubled': (bytes) => {
      const [from, length] = [below(bytes.length), below(64)]
      const part = bytes.subarray(from, from + length)
      return Buffer.concat([bytes.subarray(0, from), part, bytes.subarray(from)])
    },
    'lengths beyond the file': (bytes) => {
      const changed = bytes.slice()
      for (let n = 0; n < 4; n++) changed.fill(255, below(bytes.length), below(bytes.length))
      return changed
    },
    noise: (bytes) => Uint8Array.from(bytes, () => below(256)),
  }
  return Array.from({ length: FILES }, (_, n) => {
    const runtime = n % 2 === 0 ? 'onnx' : 'litert'
    const [way, change] = Object.entries(ways)[below(5)]!
    return { name: `${n}: ${runtime}, ${way}`, runtime, bytes: change(honest[runtime]) }
  })
}

/** A manifest that would fit the honest file, with the hash of this one. */
function manifestFor({ runtime, bytes }: Hostile): ModelManifest {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { picture, result, ...rest } = onnxManifest(bytes)
  if (runtime === 'onnx') return { ...rest, picture, result, sha256 }
  return {
    ...rest,
    runtime,
    file: 'drawn.tflite',
    sha256,
    picture: { ...picture, input: 0, layout: 'nhwc' },
    result: { ...result, output: 0, layout: 'nhwc' },
  }
}

const hostile = hostileFiles()

test('every hostile file is refused in words, or is what its manifest says', () => {
  let refused = 0
  for (const file of hostile) {
    try {
      const { tensorBytes } = checkModel(file.bytes, manifestFor(file))
      expect(tensorBytes, file.name).toBeLessThanOrEqual(1_000_000_000)
    } catch (error) {
      refused++
      expect(error, file.name).toBeInstanceOf(Error)
      expect(['Error', 'RangeError'], `${file.name}: ${error}`).toContain((error as Error).name)
      expect((error as Error).message, file.name).toMatch(/^\S.{5,400}$/)
    }
  }
  expect(refused).toBeGreaterThan(FILES / 2)
})

test('those that pass the inspection run, or end in words, each in a thread of its own', async () => {
  const passed = hostile.filter((file) => {
    try {
      checkModel(file.bytes, manifestFor(file))
      return true
    } catch {
      return false
    }
  })
  for (const file of passed.slice(0, fewOrAll(3, FILES))) {
    const manifest = manifestFor(file)
    const { runtime, bytes } = file
    const bounds = { seconds: 20, megabytes: 500 }
    const net = boundedNet({ file: 'drawn', runtime, bytes, bounds, onnxRuntime: onnxRuntime() })
    onTestFinished(() => net.close())
    const ended = await net.run(emptyInputs(manifest), manifest.result.output).then(
      ({ shape }) => shape.join('×'),
      (error: unknown) => (error as Error).message,
    )
    expect(ended, file.name).toMatch(/^1×|^drawn/)
    await net.close()
  }
})
