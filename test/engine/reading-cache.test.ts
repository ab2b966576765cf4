import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, PerformRequest } from '../../engine/perform.ts'
import { createReadingCache, type ReadingCache, readingKey } from '../../engine/reading-cache.ts'
import type { UserNet } from '../../engine/vision/vision.ts'
import { productNamed } from '../../samples/all-products.ts'
import { bust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { warmEngine, warmEngineWith } from './warm-engine.ts'

/** Reads `bytes` under a key, and says whether that was necessary. */
async function isReadAnew(cache: ReadingCache, key: string, bytes = 100): Promise<boolean> {
  let isAnew = false
  const { data } = await cache.readOnce(key, async () => {
    isAnew = true
    return { data: new Uint8Array(bytes) }
  })
  expect(data).toHaveLength(bytes)
  return isAnew
}

test('what was read is given again, up to the bytes that are kept', async () => {
  const cache = createReadingCache(250)
  expect(await isReadAnew(cache, 'ring')).toBe(true)
  expect(await isReadAnew(cache, 'ring')).toBe(false)
  expect(await isReadAnew(cache, 'chain')).toBe(true)
  // What was asked for last stays.
  expect(await isReadAnew(cache, 'ring')).toBe(false)
  expect(await isReadAnew(cache, 'hoop')).toBe(true)
  expect(await isReadAnew(cache, 'ring')).toBe(false)
  expect(await isReadAnew(cache, 'chain')).toBe(true)
})

test('exactly the bytes that are kept are kept, and one more is not', async () => {
  const cache = createReadingCache(250)
  await isReadAnew(cache, 'small', 10)
  await isReadAnew(cache, 'large', 251)
  expect(await isReadAnew(cache, 'large', 251)).toBe(true)
  expect(await isReadAnew(cache, 'small', 10)).toBe(false)
  await isReadAnew(cache, 'full', 250)
  expect(await isReadAnew(cache, 'full', 250)).toBe(false)
  expect(await isReadAnew(cache, 'small', 10)).toBe(true)
})

test('planes count wherever they stand in a reading', async () => {
  const cache = createReadingCache(99)
  const nested = async () => ({ none: null, list: [{ plane: new Float32Array(25) }] })
  const first = await cache.readOnce('garment', nested)
  expect(await cache.readOnce('garment', nested)).not.toBe(first)
})

test('what a reading throws is thrown anew', async () => {
  const cache = createReadingCache()
  const failing = () => cache.readOnce('torn', () => Promise.reject(new Error('no product')))
  await expect(failing()).rejects.toThrow('no product')
  expect(await isReadAnew(cache, 'torn')).toBe(true)
})

test('a key tells files from files, one cut from another, and one way of reading from another', () => {
  const [one, two, both] = ['a', 'b', 'ab'].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const keys = [
    readingKey('earring', [one]),
    readingKey('earring', [two]),
    readingKey('necklace', [one]),
    readingKey('earring', [one, two]),
    readingKey('earring', [two, one]),
    readingKey('earring', [both, Buffer.of()]),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(readingKey('earring', [Buffer.from('a')])).toBe(keys[0])
})

let drop: Buffer
let heads: Buffer[]
let engine: Engine
const asked: string[] = []
beforeAll(async () => {
  const size = { width: 320, height: 360, face: 0.42 }
  heads = [(await bust('maren', size)).png, (await bust('ines', size)).png]
  drop = await drawProduct(productNamed('drop'), { scale: 0.5 })
  engine = warmEngine({ readings: counting(asked) })
})
afterAll(() => engine?.close())

/** A cache that tells what was read anew. */
function counting(read: string[]): ReadingCache {
  const cache = createReadingCache()
  return {
    readOnce: (key, make) =>
      cache.readOnce(key, () => {
        read.push(key)
        return make()
      }),
  }
}

function earring(src: Buffer, parameter: object = {}): PerformRequest {
  const params = { source_info: { name: '0' }, object_infos: [{ name: '0', parameter }] }
  return { feature: '2d-vto/earring', stage: 'effect', params, files: { src, ref: [drop] } }
}

test('the product of a batch is read once, and worn on each picture as if it were the first', async () => {
  await engine.perform(earring(heads[0]!))
  const { output } = await engine.perform(earring(heads[1]!))
  // The faces of two pictures, and one product.
  expect(asked).toHaveLength(3)
  const alone = await warmEngine().perform(earring(heads[1]!))
  expect(Buffer.compare(output!.bytes, alone.output!.bytes)).toBe(0)
  const again = await engine.perform(earring(heads[1]!))
  expect(Buffer.compare(again.output!.bytes, alone.output!.bytes)).toBe(0)
  await engine
    .perform(earring(heads[0]!, { earring_need_remove_background: false }))
    .catch(() => {})
  expect(asked).toHaveLength(4)
})

test('a detection and the effect after it find people once, in the same files alone', async () => {
  const read: string[] = []
  const finding = warmEngine({ readings: counting(read) })
  const task = { feature: 'face-lift', params: { type: 'auto' } } as const
  const files = { src: heads[0]! }
  const { results } = await finding.perform({ ...task, stage: 'pre-process', files })
  expect(results['result']).toHaveLength(1)
  const { output } = await finding.perform({ ...task, stage: 'effect', files })
  expect(read).toHaveLength(1)
  const alone = await warmEngine().perform({ ...task, stage: 'effect', files })
  expect(Buffer.compare(output!.bytes, alone.output!.bytes)).toBe(0)
  await finding.perform({ ...task, stage: 'pre-process', files: { src: heads[1]! } })
  expect(read).toHaveLength(2)
})

test('with a network of users files are read anew for each task, since its receipt names the network', async () => {
  const read: string[] = []
  const hair = { manifest: { task: 'hair' } } as unknown as UserNet
  const finding = warmEngineWith([hair], { readings: counting(read) })
  const task = {
    feature: 'face-lift',
    params: { type: 'auto' },
    files: { src: heads[0]! },
  } as const
  const { results } = await finding.perform({ ...task, stage: 'pre-process' })
  expect(results['result']).toHaveLength(1)
  expect(read).toEqual([])
})
