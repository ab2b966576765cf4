import { beforeAll, describe, expect, test } from 'vitest'
import { FEATURES, stagesOf, taskPath } from '../../../catalog/features/features.ts'
import { isInstalled } from '../../../engine/perform.ts'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import { sampled } from '../../setup/sampled.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../../stack/test-pictures.ts'
import type { Ask } from '../ask.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

const EFFECT = '/s2s/v2.0/task/body-reshape'
const PRE_PROCESS = `${EFFECT}/pre-process`

let service: Service
let ask: Ask

beforeAll(async () => {
  service = await sharedService('at work')
  ask = service.ask
})

/** Uploads a picture as the specification describes, and returns its file id. */
async function upload(bytes: Buffer, asking = ask): Promise<string> {
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: bytes.length }
  const { body } = await asking('POST', '/s2s/v2.0/file', { body: { files: [file] } })
  const [slot] = body.data!.files
  const { method, url, headers } = slot!.requests[0]!
  const put = await fetch(url, { method, headers, body: new Uint8Array(bytes) })
  expect(put.status).toBe(200)
  return slot!.file_id
}

async function create(path: string, body: object, asking = ask): Promise<string> {
  return (await asking('POST', path, { body })).body.data!.task_id
}

/** The usable units of the account. A task's end is stored before its units are returned. */
async function unitsLeft(asking: Ask): Promise<number> {
  const { body } = await asking('GET', '/s2s/v1.0/client/credit')
  return (body['results'] as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)
}

test('a client that follows the specification gets from a file to a result, and removes it', {
  timeout: 600_000,
}, async () => {
  const { png } = await twoPeoplePicture()
  const own = await service.account(1)
  const src_file_id = await upload(png, own.ask)

  const detection = await create(PRE_PROCESS, { src_file_id }, own.ask)
  const found = (await service.ended(PRE_PROCESS, detection, own.ask)).body.data!
  expect(found).toEqual({
    task_status: 'success',
    error: null,
    results: { timed: expect.any(Number), result: expect.any(Array) },
  })
  const boxes = found.results!['result'] as object[]
  expect(boxes).toHaveLength(2)
  for (const box of boxes) {
    expect(Object.keys(box).sort()).toEqual(['height', 'left', 'top', 'usable', 'width'])
  }
  expect(await unitsLeft(own.ask)).toBe(1)

  const body = { src_file_id, version: '1.0', index: 1, features: { slim: -40 } }
  const id = await create(EFFECT, body, own.ask)
  const { results, ...rest } = (await service.ended(EFFECT, id, own.ask)).body.data!
  expect(rest).toEqual({ task_status: 'success', error: null })
  expect(results).toMatchObject({ url: expect.any(String), timed: expect.any(Number), slim: true })
  const result = await fetch(results!['url'] as string)
  expect(result.status).toBe(200)
  expect((await result.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  expect(await unitsLeft(own.ask)).toBe(0)
  expect(await own.ask('GET', `${EFFECT}/${id}`)).toMatchObject({
    body: { data: { task_status: 'success' } },
  })

  // Deleted, it is gone with its files.
  const { status, body: removed } = await remove(id, own.ask)
  expect({ status, body: removed }).toEqual({ status: 200, body: { status: 200 } })
  // The function that signed the URL may not list the bucket, so S3 does not tell it that the object is gone.
  expect((await fetch(results!['url'] as string)).status).toBe(403)
  expect((await own.ask('GET', `${EFFECT}/${id}`)).body).toMatchObject({
    error_code: 'InvalidTaskId',
  })
  expect((await remove(id, own.ask)).body).toMatchObject({ error_code: 'InvalidTaskId' })
})

function remove(task_id: unknown, asking = ask) {
  return asking('POST', '/s2s/v2.0/task/delete', { body: { task_id } })
}

describe('a task ends in error, over HTTP 200, uncharged', () => {
  const failing = async (body: object, path = EFFECT) => {
    const own = await service.account(100)
    const id = await create(path, body, own.ask)
    const { status, body: answer } = await service.ended(path, id, own.ask)
    expect(status).toBe(200)
    expect(answer.data).toMatchObject({ task_status: 'error', results: null })
    await expect.poll(() => unitsLeft(own.ask)).toBe(100)
    return answer.data!
  }
  const parameters = { version: '1.0', features: { slim: 10 } }

  test.each([
    ['a host nobody has', 'https://nowhere.invalid/a.jpg'],
    ['a private address', 'http://10.0.0.1/a.jpg'],
    ['the machine’s own address', 'http://127.0.0.1:1/a.jpg'],
    ['the address that knows a machine’s credentials', 'http://169.254.169.254/latest/'],
  ])('when its source is at %s', async (_, src_file_url) => {
    expect(await failing({ src_file_url, ...parameters })).toMatchObject({
      error: 'error_download_image',
      error_message: expect.stringMatching(/./),
    })
  })

  test('when its slot has no file', async () => {
    const own = await service.account(1)
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 9 }
    const { body } = await own.ask('POST', '/s2s/v2.0/file', { body: { files: [file] } })
    const id = await create(PRE_PROCESS, { src_file_id: body.data!.files[0]!.file_id }, own.ask)
    expect((await service.ended(PRE_PROCESS, id, own.ask)).body.data).toMatchObject({
      task_status: 'error',
      error: 'unknown_internal_error',
    })
  })

  test('when its file is not a picture, or shows nobody', async () => {
    const own = await service.account(10)
    // `test/bin/effect.test.ts` holds the code of a picture that shows nobody.
    for (const [bytes, error] of sampled(1, [
      [Buffer.from('not a picture'), 'INPUT_ERROR'],
      [(await emptyRoomPicture()).png, 'PHOTO_DETECTION_FAIL'],
    ] as const)) {
      const id = await create(
        EFFECT,
        { src_file_id: await upload(bytes, own.ask), ...parameters },
        own.ask,
      )
      expect((await service.ended(EFFECT, id, own.ask)).body.data).toMatchObject({ error })
    }
    await expect.poll(() => unitsLeft(own.ask)).toBe(10)
  })

  const bare = FEATURES.flatMap((feature) =>
    stagesOf(feature)
      .filter((stage) => !isInstalled(feature.name, stage))
      .map((stage) => ({ feature, stage, path: taskPath(feature, stage) })),
  )
  test.runIf(bare.length > 0)('when no engine is installed for it, and says so', async () => {
    for (const { feature, path } of bare) {
      expect(await failing(BODIES[feature.name]!, path)).toMatchObject({
        error: 'unknown_internal_error',
        error_message: `No engine is installed for ${feature.name}.`,
      })
    }
  })
})

describe('task/delete', () => {
  test('refuses a detection, another account’s task and a missing id', async () => {
    const id = await create(PRE_PROCESS, { src_file_url: 'https://nowhere.invalid/a.jpg' })
    await service.ended(PRE_PROCESS, id)
    expect((await remove(id)).body).toMatchObject({ error_code: 'OperationNotSupport' })
    const other = await service.account(0)
    expect((await remove(id, other.ask)).body).toMatchObject({ error_code: 'InvalidTaskId' })
    expect((await remove(undefined)).body).toMatchObject({
      error_code: 'InvalidParameters',
      error: "task_id is required but wasn't included in your request.",
    })
    expect((await remove('nonsense')).body).toMatchObject({ error_code: 'InvalidTaskId' })
  })
})
