import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { createTask } from '../../../../../functions/service/core/tasks/create-task.ts'
import { createUploads } from '../../../../../functions/service/core/tasks/create-uploads.ts'
import { parseTaskCreation } from '../../../../../functions/service/core/tasks/parse-task-creation.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const FILE = { content_type: 'image/jpeg', file_name: 'portrait.jpg', file_size: 5 }

let backend: ServiceBackend

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())

function create(...files: unknown[]) {
  return createUploads(backend.account, { files }, backend.deps)
}

test('a slot describes the exact request that fills it, and that request works', async () => {
  const { files } = await create(FILE, { ...FILE, content_type: 'video/mp4', file_name: 'a.mp4' })
  const [file] = files
  expect(files).toHaveLength(2)
  expect(file).toEqual({
    content_type: 'image/jpeg',
    file_name: 'portrait.jpg',
    file_id: expect.stringMatching(/^.{40,}$/),
    requests: [
      {
        method: 'PUT',
        url: expect.any(String),
        headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '5' },
      },
    ],
  })
  const [request] = file?.requests ?? []
  const { method = '', headers = {}, url = '' } = request ?? {}
  expect((await fetch(url, { method, headers, body: 'hello' })).status).toBe(200)
  const key = new URL(url).pathname.replace('/files/', '')
  expect(await backend.deps.files.get(key, 5)).toEqual(new Uint8Array(Buffer.from('hello')))
  expect(await backend.deps.files.get(key, 4)).toBe('too large')
})

test('the signature covers type, length and host for an hour, and no checksum', async () => {
  const url = new URL((await create(FILE)).files[0]?.requests[0]?.url ?? '')
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
  expect(url.searchParams.get('X-Amz-Expires')).toBe('3600')
  expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
})

describe('the body', () => {
  test.each([
    ['no files', [], /^files is below/],
    ['21 files', Array(21).fill(FILE), /^files is above/],
    ['no name', [{ ...FILE, file_name: undefined }], /^files\[0\].file_name is required/],
    ['an empty name', [{ ...FILE, file_name: '' }], /^files\[0\].file_name/],
    ['no size', [FILE, { ...FILE, file_size: undefined }], /^files\[1\].file_size is required/],
    ['no byte', [{ ...FILE, file_size: 0 }], /^files\[0\].file_size is below/],
    ['half a byte', [{ ...FILE, file_size: 0.5 }], /^files\[0\].file_size/],
    [
      'an image above 10 MB',
      [{ ...FILE, file_size: 10_000_001 }],
      /^files\[0\].file_size is above/,
    ],
    [
      'a video above 100 MB',
      [{ ...FILE, content_type: 'video/mp4', file_size: 100_000_001 }],
      /^files\[0\].file_size is above/,
    ],
    [
      'a type nobody takes',
      [{ ...FILE, content_type: 'text/html' }],
      /^files\[0\].content_type is not one/,
    ],
  ])('with %s is refused', async (_, files, error) => {
    await expect(create(...files)).rejects.toMatchObject({
      code: 'InvalidParameters',
      message: expect.stringMatching(error),
    })
  })

  test('accepts the largest image and the largest video', async () => {
    const files = [
      { ...FILE, file_size: 10_000_000 },
      { ...FILE, content_type: 'video/mp4', file_size: 100_000_000 },
    ]
    expect((await create(...files)).files).toHaveLength(2)
  })
})

describe('a task may use a slot', () => {
  const pointing = (file_id: string, account = backend.account) =>
    createTask(
      parseTaskCreation({
        account,
        feature: findFeature('body-reshape')!,
        stage: 'pre-process',
        body: { src_file_id: file_id },
      }),
      backend.deps,
    )

  test('of its own account', async () => {
    const { files } = await create(FILE)
    expect(await pointing(files[0]?.file_id ?? '')).toHaveProperty('task_id')
  })

  test('but none of another account, no unknown one, and no other item of the table', async () => {
    const { files } = await create(FILE)
    const { account } = await backend.addAccount(0)
    const { task_id } = await pointing(files[0]?.file_id ?? '')
    const refused = {
      code: 'InvalidParameters',
      message: 'src_file_id is not the id of an open upload of this account.',
    }
    await expect(pointing(files[0]?.file_id ?? '', account)).rejects.toMatchObject(refused)
    await expect(pointing('x'.repeat(43))).rejects.toMatchObject(refused)
    await expect(pointing(task_id)).rejects.toMatchObject(refused)
  })
})

describe('the bytes of a day', () => {
  const MOST = 250_000_000
  const video = { content_type: 'video/mp4', file_name: 'a.mp4', file_size: 100_000_000 }

  test('are counted for an account; beyond them no slot is made until the next day', async () => {
    const { account } = await backend.addAccount(0)
    const deps = { ...backend.deps, uploadBytesPerDay: MOST }
    const ask = (files: unknown[], of = account) => createUploads(of, { files }, deps)
    await ask([video, video])
    await expect(ask([video])).rejects.toMatchObject({
      code: 'TooManyRequests',
      status: 429,
      retryAfter: (Date.UTC(2026, 10, 21) - backend.clock.now) / 1000,
    })
    await ask([{ ...video, file_size: 50_000_000 }])
    await expect(ask([{ ...video, file_size: 1 }])).rejects.toMatchObject({ status: 429 })
    await ask([video], (await backend.addAccount(0)).account)
    backend.clock.now += 86_400_000
    await ask([video])
    backend.clock.now -= 86_400_000
  })

  test('are not exceeded by requests at once, and one request cannot ask for more than a day', async () => {
    const { account } = await backend.addAccount(0)
    const deps = { ...backend.deps, uploadBytesPerDay: MOST }
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => createUploads(account, { files: [video] }, deps)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { account: other } = await backend.addAccount(0)
    const all = createUploads(other, { files: [video, video, video] }, deps)
    await expect(all).rejects.toMatchObject({ status: 429 })
  })
})
