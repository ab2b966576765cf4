import { setImmediate as nextTurn } from 'node:timers/promises'
import { NoSuchKey } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { DROPS_ROUTES } from '../../../functions/console/routes/drops-routes.ts'
import { uploadIdOf } from '../../../functions/operate/uploads/upload-id.ts'
import { scripted } from '../operate/scripted.ts'

const RECIPE = {
  steps: [
    {
      feature: 'obj-replace',
      parameters: { prompt: 'remove' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
  ],
}
const recipe = () => ({ Body: { transformToString: async () => JSON.stringify(RECIPE) } })

/** What a route answers to a call, over an S3 that answers like this, and what that was asked. */
async function answerOf(route: string, call: object, answers: Parameters<typeof scripted>[0] = {}) {
  const { handle } = DROPS_ROUTES.find(({ method, path }) => `${method} ${path}` === route)!
  const head = ({ Key }: { Key: string }) => ({ VersionId: `v-${Key}`, ETag: '"e"' })
  const s3 = scripted({ GetObject: recipe, HeadObject: head, ...answers })
  const db = scripted({ Get: () => ({}) })
  const drops = {
    s3: s3.client,
    db: db.client,
    at: { dropBucket: 'drop', jobsTable: 'jobs' },
    presign: async () => 'https://bucket.example/put',
    presignPart: async ({ input }: { input: { PartNumber: number } }) =>
      `https://bucket.example/part-${input.PartNumber}`,
  }
  const given = { query: {}, at: {}, body: {}, ...call }
  const answer = await handle(given as never, { drops, now: () => 0 } as never)
  return { answer, asked: s3.asked }
}

test('dropped files are told with their jobs, but no companion has one', async () => {
  const body = { recipe: 'masked', names: ['a.jpg', 'a.mask.png'] }
  const { answer } = await answerOf('POST /drops/jobs', { body })
  expect(answer).toEqual({
    json: { dropped: [{ name: 'a.jpg', job: expect.any(String) }, { name: 'a.mask.png' }] },
  })
})

test('sixteen dropped files are looked at at once', async () => {
  let [looking, most] = [0, 0]
  const head = async () => {
    looking += 1
    most = Math.max(most, looking)
    await nextTurn()
    looking -= 1
    return { VersionId: 'v', ETag: '"e"' }
  }
  const names = Array.from({ length: 40 }, (_, at) => `${at}.jpg`)
  await answerOf('POST /drops/jobs', { body: { recipe: 'masked', names } }, { HeadObject: head })
  expect(most).toBe(16)
})

test('uploads begin for files that can be dropped, and for none where one cannot', async () => {
  const file = (name: string, kind = 'jpeg') => ({ name, size: 9, modified: 5, kind })
  const begin = (...files: object[]) =>
    answerOf('POST /uploads', { body: { recipe: 'masked', files } })
  expect((await begin(file('a.jpg'), file('a.mask.png', 'png'))).answer).toMatchObject({
    json: {
      uploads: [{ name: 'a.jpg', url: 'https://bucket.example/put' }, { name: 'a.mask.png' }],
    },
  })
  await expect(begin(file('a.jpg'), file('.b "c".jpg'))).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: String.raw`".b \"c\".jpg" is left out: hidden.`,
  })
})

const MIB = 2 ** 20
const upload = { recipe: 'masked', size: 17 * MIB, modified: 5, uploadId: 'u' }
const idOf = (name: string) => ({ at: { id: uploadIdOf({ ...upload, name }) } })
const parts = [8, 8, 1].map((size, at) => ({
  PartNumber: at + 1,
  Size: size * MIB,
  ETag: `"${at}"`,
}))

test('parts that are not there follow, from the first one unless another is said', async () => {
  const listed = { ListParts: () => ({ Parts: [parts[1]] }) }
  const state = (query: object) =>
    answerOf('GET /uploads/{id}', { ...idOf('a.jpg'), query }, listed)
  const next = [1, 3].map((number) => ({ number, url: `https://bucket.example/part-${number}` }))
  const there = [{ number: 2, bytes: 8 * MIB }]
  expect((await state({})).answer).toEqual({ json: { there, next } })
  expect((await state({ after: 1 })).answer).toEqual({ json: { there, next: next.slice(1) } })
})

test('an upload is put together, and told with its job unless it is a companion', async () => {
  const complete = (name: string) =>
    answerOf('POST /uploads/{id}/complete', idOf(name), { ListParts: () => ({ Parts: parts }) })
  const { answer, asked } = await complete('a.jpg')
  expect(answer).toEqual({ json: { name: 'a.jpg', job: expect.stringMatching(/^job-/) } })
  expect(asked).toContainEqual([
    'CompleteMultipartUpload',
    {
      Bucket: 'drop',
      Key: 'drop/masked/a.jpg',
      UploadId: 'u',
      MultipartUpload: { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) },
    },
  ])
  expect((await complete('a.mask.png')).answer).toEqual({ json: { name: 'a.mask.png' } })
})

test('an upload is ended by its id', async () => {
  const { answer, asked } = await answerOf('DELETE /uploads/{id}', idOf('a.jpg'))
  expect(answer).toEqual({ json: { name: 'a.jpg' } })
  const object = { Bucket: 'drop', Key: 'drop/masked/a.jpg', UploadId: 'u' }
  expect(asked).toEqual([['AbortMultipartUpload', object]])
})

test('a recipe that cannot be used is told in words, but no failure of the store', async () => {
  const jobs = (thrown: Error) =>
    answerOf(
      'POST /drops/jobs',
      { body: { recipe: 'masked', names: [] } },
      {
        GetObject: () => {
          throw thrown
        },
      },
    )
  await expect(jobs(new NoSuchKey({ message: '', $metadata: {} }))).rejects.toMatchObject({
    code: 'StateConflict',
    message: 'There is no recipe "masked".',
  })
  await expect(jobs(new TypeError('Away.'))).rejects.toThrow(new TypeError('Away.'))
})
