import { once } from 'node:events'
import { setEnvironmentData, Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  DECODING_BYTES,
  DECODING_SLOTS,
  SLOT_COUNT,
} from '../../../catalog/limits/decoding-slots.ts'
import { decodingBytes } from '../../../engine/media/decoding-bytes.ts'
import { DECODING_MEMORY, slotsFor, withinMemory } from '../../../engine/media/within-memory.ts'

const WHITE = { channels: 4, background: 'white' } as const

/** A file whose header says so many pixels; nothing here decodes it. */
async function png(width: number, height: number, progressive: boolean): Promise<Buffer> {
  const plain = sharp({ create: { width: 8, height: 8, ...WHITE } })
  const file = await plain.toColourspace('rgb16').png({ progressive }).toBuffer()
  // The first chunk is the header: its length, its name at 12, both sizes, and its checksum after 13 bytes of content.
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
  return file
}

test.each([
  ['an upright JPEG', { format: 'jpeg', channels: 3, depth: 'uchar' }, 4],
  ['a turned JPEG', { format: 'jpeg', channels: 3, depth: 'uchar', orientation: 6 }, 7],
  ['a progressive JPEG', { format: 'jpeg', channels: 3, depth: 'uchar', isProgressive: true }, 10],
  ['a PNG', { format: 'png', channels: 4, depth: 'ushort' }, 4],
  ['an interlaced PNG', { format: 'png', channels: 3, depth: 'uchar', isProgressive: true }, 7],
  [
    'one of 16 bits with alpha',
    { format: 'png', channels: 4, depth: 'ushort', isProgressive: true },
    12,
  ],
  ['a WebP', { format: 'webp', channels: 4, depth: 'uchar' }, 13],
  ['a HEIC file', { format: 'heif', channels: 3, depth: 'uchar' }, 22],
] as const)('%s is priced by what its decoder holds', (_, facts, bytes) => {
  const priced = decodingBytes({ width: 1000, height: 500, isProgressive: false, ...facts })
  expect(priced).toBe(bytes * 500_000)
})

test.each([
  [{}, 0],
  [{ width: 7 }, 0],
  [{ height: 7 }, 0],
  // Of four channels of 16 bits, where nothing else is known.
  [{ width: 10, height: 10, format: 'png', isProgressive: true }, 100 * (4 + 8)],
  [{ width: 10, height: 10, orientation: 4, channels: 3, depth: 'uchar' }, 100 * 4],
  [{ width: 10, height: 10, orientation: 5, channels: 3, depth: 'uchar' }, 100 * (4 + 3)],
] as const)('what a header says of %j takes %i bytes', (facts, bytes) => {
  expect(decodingBytes(facts as Parameters<typeof decodingBytes>[0])).toBe(bytes)
})

test('six interlaced pictures of 16 bits with alpha are decoded within the memory, a small one at once', async () => {
  const large = await png(6000, 4000, true)
  const small = await png(800, 600, true)
  const price = decodingBytes({ ...(await sharp(large).metadata()) })
  let now = 0
  let most = 0
  let done = 0
  const decode = async () => {
    now += 1
    most = Math.max(most, now)
    // Longer than others look for room.
    await new Promise((resolve) => setTimeout(resolve, 60))
    now -= 1
    done += 1
  }
  const all = Array.from({ length: 6 }, () => withinMemory(large, decode))
  await withinMemory(small, async () => expect(done).toBeLessThan(6))
  await Promise.all(all)
  expect(done).toBe(6)
  expect(most).toBeGreaterThan(1)
  expect(most * price).toBeLessThanOrEqual(DECODING_MEMORY)
})

test('one that takes more than all memory is decoded alone, and a failure gives its slots back', async () => {
  expect(slotsFor(10 * DECODING_MEMORY)).toBe(SLOT_COUNT)
  const huge = await png(12_000, 8000, true)
  const failing = withinMemory(huge, () => Promise.reject(new Error('damaged')))
  await expect(failing).rejects.toThrow('damaged')
  expect(await withinMemory(huge, async () => 'decoded')).toBe('decoded')
})

test('what takes one slot waits for nobody, and what takes two for both', async () => {
  expect(DECODING_MEMORY).toBe(1_024_000_000)
  // A white page of 12 bytes a pixel in slots of 64 MB.
  const [one, two, all] = await Promise.all([
    png(4000, 1333, true),
    png(4000, 1334, true),
    png(12_000, 8000, true),
  ])
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked: string[] = []
  const holding = withinMemory(all, async () => {
    asked.push('all')
    await held
  })
  await expect.poll(() => asked).toEqual(['all'])
  const waiting = withinMemory(two, async () => void asked.push('two'))
  await withinMemory(one, async () => void asked.push('one'))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(asked).toEqual(['all', 'one'])
  release()
  await Promise.all([holding, waiting])
  expect(asked).toEqual(['all', 'one', 'two'])
})

test('a header is read of a picture of any size', async () => {
  const wide = await png(30_000, 30_000, false)
  expect(await withinMemory(wide, async ({ width }) => width)).toBe(30_000)
})

test('what has no header is left to its decoder', async () => {
  expect(await withinMemory(Buffer.from('no picture'), async () => 'asked')).toBe('asked')
})

test('threads of one process wait for one another, also for one that was ended, for a while', async () => {
  const slots = new SharedArrayBuffer(4 * (SLOT_COUNT + 1))
  setEnvironmentData(DECODING_SLOTS, slots)
  onTestFinished(() => setEnvironmentData(DECODING_SLOTS, undefined))
  const module = new URL('../../../engine/media/within-memory.ts', import.meta.url).href
  const program = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { withinMemory } = await import('${module}')
    await withinMemory(workerData, () => { parentPort.postMessage('held'); return new Promise(() => setInterval(() => {}, 1e3)) })
  `
  const file = await png(12_000, 8000, true)
  const thread = () =>
    new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: file })
  const first = thread()
  await once(first, 'message')
  const held = new Int32Array(slots)
  const left = [...held.subarray(0, SLOT_COUNT)].map((lease) => lease - Date.now() / 1000)
  expect(Math.min(...left)).toBeGreaterThan(60)
  expect(Math.max(...left)).toBeLessThanOrEqual(150)
  const second = thread()
  const got = vi.fn()
  second.on('message', got)
  await first.terminate()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(got).not.toHaveBeenCalled()
  // As if the ended thread's lease had run out.
  for (let at = 0; at < SLOT_COUNT; at++) if (held[at]! > 0) Atomics.store(held, at, 1)
  await expect.poll(() => got.mock.calls.length).toBe(1)
  await second.terminate()
})

test('threads of a process that is to take less have less to decode in', async () => {
  setEnvironmentData(DECODING_BYTES, 400e6)
  onTestFinished(() => setEnvironmentData(DECODING_BYTES, undefined))
  const module = new URL('../../../engine/media/within-memory.ts', import.meta.url).href
  const program = `
    import { parentPort } from 'node:worker_threads'
    const { DECODING_MEMORY } = await import('${module}')
    parentPort.postMessage(DECODING_MEMORY)
  `
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  expect(await once(thread, 'message')).toEqual([400e6])
  await thread.terminate()
})
