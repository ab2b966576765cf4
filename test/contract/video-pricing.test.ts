import { afterAll, beforeAll, expect, test } from 'vitest'
import { noopWorker } from '../stack/noop-worker.ts'
import type { Ask } from './ask.ts'
import { type Service, startService } from './start-service.ts'

const PATH = '/s2s/v2.0/task/bg-replace-vid'

let service: Service
/** The length of the next video in seconds. */
let seconds = 0

beforeAll(async () => {
  service = await startService({
    intercept: noopWorker(() => ({
      perform: async () => ({
        results: {},
        output: { bytes: new Uint8Array([0]), contentType: 'video/mp4', extension: 'mp4' },
        seconds,
      }),
    })),
  })
})
afterAll(() => service?.close())

async function upload(ask: Ask, content_type: string): Promise<string> {
  const file = { content_type, file_name: 'a', file_size: 1 }
  const { body } = await ask('POST', '/s2s/v2.0/file', { body: { files: [file] } })
  const { file_id, requests } = body.data!.files[0]!
  const { method, url, headers } = requests[0]!
  expect((await fetch(url, { method, headers, body: 'x' })).status).toBe(200)
  return file_id
}

async function unitsOf(ask: Ask): Promise<number> {
  const { body } = await ask('GET', '/s2s/v1.0/client/credit')
  return (body['results'] as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)
}

async function makeVideo(ask: Ask) {
  const body = {
    src_file_id: await upload(ask, 'video/mp4'),
    ref_file_id: await upload(ask, 'image/png'),
  }
  const { data } = (await ask('POST', PATH, { body })).body
  const { headers, body: ended } = await service.ended(PATH, data!.task_id, ask)
  const charge = ['darkroom-units', 'darkroom-seconds'].map((name) => headers.get(name))
  return { data: ended.data, charge }
}

test.each([
  [0.5, 2],
  [12, 24],
  [12.04, 26],
])('a video of %s seconds costs %s units: two for each started second', async (made, cost) => {
  seconds = made
  const { ask } = await service.account(100)
  expect(await makeVideo(ask)).toMatchObject({
    data: { task_status: 'success', error: null },
    charge: [String(cost), String(Math.ceil(made))],
  })
  await expect.poll(() => unitsOf(ask)).toBe(100 - cost)
  const { history } = (await ask('GET', '/s2s/v1.0/client/credit/history')).body['result'] as {
    history: { action: string; info: { credits: { amount: number }[] } }[]
  }
  const charges = history.filter(({ action }) => action === 'charge')
  expect(charges.map(({ info }) => info.credits.map(({ amount }) => amount))).toEqual([[-cost]])
})

test('a video that is longer than the units pay for is not returned, and costs nothing', async () => {
  seconds = 51
  const { ask } = await service.account(100)
  const { data, charge } = await makeVideo(ask)
  expect(data).toEqual({
    task_status: 'error',
    error: 'error_unexpected_video_duration',
    error_message: 'The result has 51 seconds, and there were units for 50.',
    results: null,
  })
  expect(charge).toEqual(['0', null])
  await expect.poll(() => unitsOf(ask)).toBe(100)
})
