import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openSocketPair } from '../../../engine/video/open-socket-pair.ts'

test('one end reads what the other writes into the buffers it is given', async () => {
  const into = new Uint8Array(new SharedArrayBuffer(300_000))
  let filled = 0
  const pair = await openSocketPair({
    buffer: () => into.subarray(filled, filled + 50_000),
    callback: (count) => {
      filled += count
      return true
    },
  })
  const { own, other } = pair!
  other.end(Uint8Array.from({ length: 200_000 }, (_, at) => at % 251))
  await once(own.resume(), 'close')
  expect(filled).toBe(200_000)
  expect(into.subarray(0, filled).every((value, at) => value === at % 251)).toBe(true)
})

test('a frame of 720p goes in while nobody reads', async () => {
  const { own, other } = (await openSocketPair())!
  const frame = new Uint8Array(1280 * 720 * 1.5)
  await new Promise<void>((resolve) => own.write(frame, () => resolve()))
  expect(other.bytesRead).toBe(0)
  own.destroy()
  other.destroy()
})
