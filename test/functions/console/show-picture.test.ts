import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { PictureFacts } from '../../../catalog/console/pictures.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Making } from '../../../functions/console/show-picture/making.ts'
import {
  pictureShower,
  type ShowPictureDeps,
} from '../../../functions/console/show-picture/show-picture.ts'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'

const FACTS: PictureFacts = { kind: 'picture', width: 30, height: 20, levels: [] }

function job(keepDays?: number): Job {
  return {
    id: 'job-1',
    status: 'succeeded',
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 3 },
    recipe: { name: 'slim', plan: { output: { keepDays } } },
    results: [{ bucket: 'results', key: 'results/job-1/a.jpg' }],
  } as unknown as Job
}

/** Leases and objects in memory; a preview is the file's bytes behind its size. */
function world(files: Record<string, string>) {
  const held = new Map<string, string>()
  const kept = new Map(Object.entries(files).map(([key, text]) => [key, Buffer.from(text)]))
  const tags: unknown[] = []
  const waited: number[] = []
  const making: Making = {
    begin: async (file) => {
      const found = held.get(file)
      if (found === undefined) held.set(file, '')
      return found === undefined ? 'mine' : found === '' ? 'theirs' : { reason: found }
    },
    end: async (file) => {
      held.delete(file)
    },
    refuse: async (file, reason) => {
      held.set(file, reason)
    },
  }
  const makePreview: ShowPictureDeps['makePreview'] = vi.fn(async (from, size, into) => {
    const text = await readFile(from, 'utf8')
    if (text === 'broken') throw new Fault('unreadable', 'The picture is damaged.')
    if (text === 'slow') throw new Fault('runtime', 'Decoding took too long.')
    await writeFile(into, `${size} of ${text}`)
    const large = { ...FACTS, levels: [{ width: 30, height: 20, tiles: [[40, 9] as const] }] }
    return { facts: size === 'tiles' ? large : FACTS, written: true }
  })
  const deps: ShowPictureDeps = {
    making,
    makePreview,
    resultsBucket: 'results',
    wait: async (milliseconds) => {
      waited.push(milliseconds)
      await pause(1)
    },
    objects: {
      open: async ({ key }) => {
        const bytes = kept.get(key)
        return (
          bytes &&
          ({ size: bytes.length, body: new Blob([new Uint8Array(bytes)]).stream() } as never)
        )
      },
      presign: async ({ key }) => `https://results.example/${key}`,
      write: async ({ key }, bytes, options) => {
        tags.push(options.tags)
        kept.set(key, Buffer.concat(bytes instanceof Uint8Array ? [bytes] : [await buffer(bytes)]))
      },
    },
  }
  return { deps, held, kept, tags, waited, show: pictureShower(deps), makePreview }
}

const SOURCE = { 'drop/slim/a.jpg': 'abc' }

test('it is made once, kept, and shown from what is kept', async () => {
  const { show, kept, makePreview, held } = world(SOURCE)
  const asked = await Promise.all([1, 2, 3].map(() => show(job(), 'source', '256')))
  const again = await show(job(), 'source', '256')
  expect([...asked, again].map((one) => 'bytes' in one && String(one.bytes))).toEqual(
    Array(4).fill('256 of abc'),
  )
  expect(makePreview).toHaveBeenCalledTimes(1)
  expect([...kept.keys()]).toContain('previews/job-1/source-256.webp')
  expect(held.size).toBe(0)
})

test('tiles are kept as one object, and answered as their places in it', async () => {
  const { show, kept } = world(SOURCE)
  expect(await show(job(), 'source', 'tiles')).toEqual({
    json: expect.objectContaining({
      width: 30,
      levels: [{ width: 30, height: 20, tiles: [[40, 9]] }],
      url: 'https://results.example/previews/job-1/source-tiles.zip',
    }),
  })
  expect(String(kept.get('previews/job-1/source-tiles.zip'))).toBe('tiles of abc')
})

test('what cannot be decoded is said and remembered, and read once', async () => {
  const { show, makePreview } = world({ 'drop/slim/a.jpg': 'broken' })
  for (let asked = 0; asked < 2; asked++) {
    await expect(show(job(), 'source', '256')).rejects.toMatchObject({
      code: 'PictureNotShown',
      message: 'The picture is damaged.',
    })
  }
  expect(makePreview).toHaveBeenCalledTimes(1)
})

test.each([
  ['is gone', {}, 'Gone'],
  ['took too long', { 'drop/slim/a.jpg': 'slow' }, 'PictureNotReady'],
])('a file that %s may be asked for again', async (_, files, code) => {
  const { show, held } = world(files as Record<string, string>)
  await expect(show(job(), 'source', '256')).rejects.toMatchObject({ code })
  expect(held.size).toBe(0)
})

test('one that somebody else makes for too long is not waited for', async () => {
  const { show, held, waited } = world(SOURCE)
  held.set('job-1#source', '')
  await expect(show(job(), 'source', '256')).rejects.toMatchObject({ code: 'PictureNotReady' })
  expect(waited).toEqual(Array.from({ length: 40 }, () => 625))
})

test('a preview leaves with a result that is kept for some days only', async () => {
  const { show, tags } = world({ 'results/job-1/a.jpg': 'abc' })
  await show(job(7), 'result-0', '2048')
  expect(tags).toEqual([{ 'keep-days': '7' }])
})

test('of a file of more than half a gigabyte nothing is read', async () => {
  const { deps, makePreview } = world({})
  const cancel = vi.fn(async () => {})
  const show = (size: number) =>
    pictureShower({
      ...deps,
      objects: {
        ...deps.objects,
        open: async ({ key }) =>
          key in SOURCE
            ? ({ size, body: Object.assign(new Blob(['abc']).stream(), { cancel }) } as never)
            : undefined,
      },
    })(job(), 'source', '256')
  expect(await show(500_000_000)).toMatchObject({ type: 'image/webp' })
  expect(cancel).not.toHaveBeenCalled()
  await expect(show(500_000_001)).rejects.toMatchObject({
    code: 'PictureNotShown',
    message: 'The file has 500000001 bytes; at most 500000000 are shown.',
  })
  expect(cancel).toHaveBeenCalledTimes(1)
  expect(makePreview).toHaveBeenCalledTimes(1)
})

test('what is gone tells until when its recipe kept it', async () => {
  const { show } = world({})
  const gone = { ...job(7), finishedAt: '2026-01-01T12:00:00.000Z' }
  await expect(show(gone, 'result-0', '256')).rejects.toThrow(
    'its recipe keeps results for 7 days, until 2026-01-08.',
  )
  const plain = 'The file is not there any more.'
  await expect(show(gone, 'source', '256')).rejects.toThrow(plain)
  await expect(show(job(7), 'result-0', '256')).rejects.toThrow(plain)
})

test.each([
  ['256', '-256.webp', 'image/webp'],
  ['2048', '-2048.jpg', 'image/jpeg'],
] as const)('a preview of %s is kept and shown under its type', async (size, ending, type) => {
  const { deps } = world(SOURCE)
  const write = vi.fn(async () => {})
  const show = pictureShower({ ...deps, objects: { ...deps.objects, write } })
  expect(await show(job(), 'source', size)).toMatchObject({ type })
  expect(write.mock.calls).toEqual([
    [
      { bucket: 'results', key: `previews/job-1/source${ending}` },
      expect.anything(),
      { contentType: type },
    ],
  ])
})

test('tiles are linked to for five minutes, and a picture that needs none has none', async () => {
  const { deps } = world(SOURCE)
  const presign = vi.fn(async () => 'https://results.example/tiles')
  const write = vi.fn(async () => {})
  const objects = { ...deps.objects, presign, write }
  await pictureShower({ ...deps, objects })(job(7), 'source', 'tiles')
  const zip = { bucket: 'results', key: 'previews/job-1/source-tiles.zip' }
  expect(presign.mock.calls).toEqual([[zip, 300]])
  const kept = { tags: { 'keep-days': '7' } }
  expect(write.mock.calls).toEqual([
    [zip, expect.anything(), { contentType: 'application/zip', ...kept }],
    [
      { bucket: 'results', key: 'previews/job-1/source-tiles.json' },
      expect.anything(),
      { contentType: 'application/json', ...kept },
    ],
  ])
  write.mockClear()
  const makePreview = async () => ({ facts: FACTS, written: false })
  const small = await pictureShower({ ...deps, objects, makePreview })(job(), 'source', 'tiles')
  expect(small).toEqual({ json: FACTS })
  expect(presign).toHaveBeenCalledOnce()
  expect(write).toHaveBeenCalledOnce()
})

test('what failed by itself is thrown as it is, and may be asked for again', async () => {
  const { deps, held } = world(SOURCE)
  const makePreview = () => Promise.reject(new TypeError('Broken.'))
  await expect(pictureShower({ ...deps, makePreview })(job(), 'source', '256')).rejects.toThrow(
    new TypeError('Broken.'),
  )
  expect(held.size).toBe(0)
})
