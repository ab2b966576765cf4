import { expect, test } from 'vitest'
import type {
  OutgoingFile,
  Provider,
} from '../../../../../functions/pipeline/core/ports/provider.ts'
import {
  presignOrUpload,
  signedUrls,
} from '../../../../../functions/pipeline/core/steps/presign-or-upload.ts'
import { memoryObjects } from '../../../../faults/ports/memory-objects.ts'

const NOW = Date.parse('2026-01-31T00:00:00.000Z')

/** Sends an object that is stored with a content type, and says what the service got. */
async function uploaded(key: string, contentType = 'application/octet-stream') {
  const objects = memoryObjects(() => NOW)
  objects.put('drop', key, Buffer.from('bytes'), { contentType })
  const files: { file: OutgoingFile; job: string; text: string }[] = []
  const upload = async (file: OutgoingFile, job: string) => {
    files.push({ file, job, text: await new Response(file.body).text() })
    return 'file-1'
  }
  const deps = { objects, provider: { upload } as unknown as Provider, now: () => NOW }
  const sent = await presignOrUpload(
    { bucket: 'drop', key },
    { job: 'job-1', transfer: 'upload' },
    deps,
  )
  expect(sent).toEqual({ id: 'file-1' })
  expect(files).toMatchObject([{ file: { size: 5 }, job: 'job-1', text: 'bytes' }])
  return files.map(({ file }) => `${file.name} ${file.contentType}`).join()
}

test.each([
  ['drop/slim/a.jpg', 'a.jpg image/jpeg'],
  ['drop/slim/a.b.PNG', 'a_b.png image/png'],
  ['drop/slim/a.jpeg', 'a.jpeg image/jpeg'],
  ['drop/slim/a.mp4', 'a.mp4 video/mp4'],
  ['drop/slim/a.mov', 'a.mov video/quicktime'],
  ['drop/slim/a.webp', 'a.jpg image/jpeg'],
  ['drop/slim/no ending', 'no_ending.jpg image/jpeg'],
  ['drop/slim/写真.jpg', '_.jpg image/jpeg'],
  [`drop/slim/${'x'.repeat(81)}.jpg`, `${'x'.repeat(80)}.jpg image/jpeg`],
])('%s is uploaded as %s', async (key, told) => {
  expect(await uploaded(key)).toBe(told)
})

test('without an ending that says it, the type is that of the object where it is a PNG', async () => {
  expect(await uploaded('drop/slim/a', 'image/png')).toBe('a.jpg image/png')
  expect(await uploaded('drop/slim/a', 'image/webp')).toBe('a.jpg image/jpeg')
})

const how = { job: 'job-1', transfer: 'url' } as const

test('a URL names the version that is there, and one that is named is not looked for', async () => {
  const objects = memoryObjects(() => NOW)
  const { versionId: version = '' } = objects.put('drop', 'a.jpg', Buffer.from('1'))
  const heads: unknown[] = []
  const head: typeof objects.head = (object) => {
    heads.push(object)
    return objects.head(object)
  }
  const deps = { objects: { ...objects, head }, provider: {} as Provider, now: () => NOW + 999 }
  const object = { bucket: 'drop', key: 'a.jpg' }
  const named = await presignOrUpload({ ...object, version }, how, deps)
  expect(heads).toEqual([])
  expect(named).toMatchObject({ at: NOW / 1000, of: { object: { ...object, version } } })
  const newest = await presignOrUpload(object, how, deps)
  expect(newest).toMatchObject({ of: { object: { ...object, version } } })
  for (const unpinned of ['etag:x', 'write:2026-01-31T00:00:00Z/1/e/h']) {
    expect(await presignOrUpload({ ...object, version: unpinned }, how, deps)).toBeUndefined()
  }
  expect(heads).toHaveLength(3)
  expect(signedUrls([{ id: 'x' }, { url: 'y' }, newest!])).toEqual([newest])
})

test('an object that is not there is sent in neither way', async () => {
  const objects = memoryObjects(() => NOW)
  const deps = { objects, provider: {} as Provider, now: () => NOW }
  const gone = { bucket: 'drop', key: 'gone.jpg' }
  expect(await presignOrUpload(gone, how, deps)).toBeUndefined()
  expect(await presignOrUpload(gone, { ...how, transfer: 'upload' }, deps)).toBeUndefined()
})
