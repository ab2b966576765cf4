import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSocketPair } from '../../../engine/video/open-socket-pair.ts'

test('one end reads what the other writes into the buffers it is given, and no address stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sockets-'))
  const into = new Uint8Array(new SharedArrayBuffer(300_000))
  let filled = 0
  const pair = await openSocketPair(folder, {
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
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('a folder that is not there is told', async () => {
  const onread = { buffer: new Uint8Array(8), callback: () => true }
  await expect(openSocketPair(join(tmpdir(), 'none', 'of', 'these'), onread)).rejects.toThrow()
})
