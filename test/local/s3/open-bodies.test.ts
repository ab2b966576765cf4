import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBodies } from '../../../local/s3/store/open-bodies.ts'
import { readSegments } from '../../../local/s3/store/read-segments.ts'
import { freshDir } from './open-s3.ts'

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function bodiesOfTest() {
  const dir = await freshDir()
  const bodies = await openBodies(dir, () => true)
  const files = (folder: string) => readdirSync(join(dir, folder))
  const write = async (...texts: string[]) => (await bodies.write(pieces(...texts))).body ?? ''
  return { dir, bodies, files, write }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece.toString()
  return text
}

test('a start removes what a crash left, and keeps what is referred to', async () => {
  const dir = await freshDir()
  for (const name of ['incoming', 'bodies']) mkdirSync(join(dir, name))
  for (const name of ['incoming/a', 'bodies/kept', 'bodies/lost'])
    writeFileSync(join(dir, name), '')
  await openBodies(dir, (id) => id === 'kept')
  expect([readdirSync(join(dir, 'incoming')), readdirSync(join(dir, 'bodies'))]).toEqual([
    [],
    ['kept'],
  ])
})

test('a body is one file, and an empty one none', async () => {
  const { bodies, files } = await bodiesOfTest()
  const { body, size } = await bodies.write(pieces('ab', 'cde'))
  expect([size, files('bodies'), files('incoming')]).toEqual([5, [body], []])
  const part = bodies.read(body!, 1, 3)
  expect(part.readableHighWaterMark).toBe(262_144)
  expect(await textOf(part)).toBe('bcd')
  expect(await bodies.write(pieces())).toEqual({ body: undefined, size: 0 })
  expect(files('bodies')).toHaveLength(1)
})

test('a body that fails leaves nothing', async () => {
  const { bodies, files } = await bodiesOfTest()
  async function* failing() {
    yield Buffer.from('a')
    throw new Error('cut off')
  }
  await expect(bodies.write(failing())).rejects.toThrow('cut off')
  expect([files('bodies'), files('incoming')]).toEqual([[], []])
})

test('a pinned body stays until all who read it are done', async () => {
  const { bodies, write, files } = await bodiesOfTest()
  const [held, free] = [await write('a'), await write('b')]
  const unpin = [bodies.pin([held]), bodies.pin([held])]
  await bodies.remove([held, free])
  expect(files('bodies')).toEqual([held])
  unpin[0]?.()
  expect(files('bodies')).toEqual([held])
  unpin[1]?.()
  await expect.poll(() => files('bodies')).toEqual([])
})

test('a pin alone removes nothing', async () => {
  const { bodies, write, files } = await bodiesOfTest()
  const held = await write('a')
  bodies.pin([held])()
  await bodies.remove(['gone'])
  expect(files('bodies')).toEqual([held])
})

test.each([
  [0, 8, 'abcdefghi'],
  [0, 2, 'abc'],
  [2, 3, 'cd'],
  [3, 5, 'def'],
  [8, 8, 'i'],
])('bytes %i to %i of several bodies', async (start, end, text) => {
  const { bodies, write, dir } = await bodiesOfTest()
  const segments: { body: string; size: number }[] = []
  for (const each of ['abc', 'def', 'ghi']) segments.push({ body: await write(each), size: 3 })
  const stream = readSegments(bodies, segments, start, end)
  await bodies.remove(segments.map(({ body }) => body))
  expect(await textOf(stream)).toBe(text)
  const left = () => segments.filter(({ body }) => existsSync(join(dir, 'bodies', body)))
  await expect.poll(left).toEqual([])
})

/** What the file system says when a folder is synced. */
async function refuseSync(code: string): Promise<void> {
  const handle = await open('.')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const sync = vi
    .spyOn(prototype, 'sync')
    .mockRejectedValue(Object.assign(new Error(code), { code }))
  onTestFinished(() => sync.mockRestore())
}

test.each(['EINVAL', 'EPERM', 'EISDIR'])(
  'a file system that does not sync folders: %s',
  async (code) => {
    const { bodies } = await bodiesOfTest()
    await refuseSync(code)
    expect(await bodies.write(pieces('a'))).toMatchObject({ size: 1 })
  },
)

test('a folder that cannot be synced fails the write', async () => {
  const { bodies } = await bodiesOfTest()
  await refuseSync('EIO')
  await expect(bodies.write(pieces('a'))).rejects.toThrow('EIO')
})
