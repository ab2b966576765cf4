import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONDITIONS, Fault } from '../../../../catalog/fault.ts'
import { featureNamed } from '../../../../catalog/features.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../../functions/service/accounts/register-webhook.ts'
import { createTask } from '../../../../functions/service/api/create-task.ts'
import { createUploads } from '../../../../functions/service/api/create-uploads.ts'
import { endDeadTask } from '../../../../functions/service/end-dead-task/end-dead-task.ts'
import { type RunTaskDeps, runTask } from '../../../../functions/service/run-task/run-task.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

const feature = featureNamed('body-reshape')!
const LIMIT = feature.files.src.maxBytes
const EFFECT = { version: '1.0', features: { slim: 10 } }

let backend: ServiceBackend
let account: string
let sources: Server
let origin: string
let answer: RequestListener

beforeAll(async () => {
  backend = await startServiceBackend()
  sources = createServer((request, response) => answer(request, response))
  sources.listen(0, '127.0.0.1')
  await once(sources, 'listening')
  origin = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`
})
afterAll(async () => {
  sources.close()
  await backend.close()
})
beforeEach(async () => {
  account = (await backend.addAccount(10)).account
  answer = (_, response) => void response.end('picture')
  backend.clear()
})
afterEach(() => sources.closeAllConnections())

const perform: RunTaskDeps['perform'] = async ({ files }) => ({
  results: { timed: 3 },
  output: { bytes: files.src.toReversed(), contentType: 'image/png', extension: 'png' },
})

const create = async (
  body: Record<string, unknown>,
  stage: 'effect' | 'pre-process' = 'effect',
) => {
  const input = { account, feature, stage, body: { ...EFFECT, ...body } }
  return (await createTask(input, backend.deps)).task_id
}

const run = async (taskId: string, deps: Partial<RunTaskDeps> = {}, signal?: AbortSignal) => {
  const fetching = { fetch: guardedFetch, allowLoopbackOrigin: origin }
  await runTask({ taskId }, signal ?? AbortSignal.timeout(10_000), {
    ...backend.deps,
    ...fetching,
    perform,
    ...deps,
  })
  return backend.deps.tasks.get(taskId)
}

const runUrl = async (deps: Partial<RunTaskDeps> = {}) =>
  run(await create({ src_file_url: `${origin}/a.jpg` }), deps)

const balance = () => backend.deps.units.balance(account)

test('a feature without an engine ends in an error that says so, before a byte is fetched, uncharged', async () => {
  answer = () => expect.unreachable('the source was fetched')
  expect(await runUrl({ isInstalled: () => false })).toMatchObject({
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'No engine is installed for body-reshape.',
  })
  expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
})

describe('a task that goes well', () => {
  test('leaves its result, its values and one charge', async () => {
    const task = await runUrl()
    const key = `results/${task?.id}/result.png`
    expect(task).toMatchObject({
      status: 'success',
      results: { values: { timed: 3 }, objects: { url: key } },
      finishedAt: backend.clock.now / 1000,
    })
    expect(Buffer.from((await backend.deps.files.get(key, 10)) as Uint8Array).toString()).toBe(
      'erutcip',
    )
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('hands the engine what was asked', async () => {
    let seen: unknown
    await runUrl({
      perform: async (request) => {
        seen = { ...request, files: Buffer.from(request.files.src).toString() }
        return { results: {} }
      },
    })
    expect(seen).toEqual({
      feature: 'body-reshape',
      stage: 'effect',
      params: EFFECT,
      files: 'picture',
    })
  })

  test('takes its file from an upload slot', async () => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
    const { files } = await createUploads(account, { files: [file] }, backend.deps)
    const [request] = files[0]?.requests ?? []
    await fetch(request?.url ?? '', { method: 'PUT', headers: request?.headers ?? {}, body: 'abc' })
    const task = await run(await create({ src_file_id: files[0]?.file_id }, 'pre-process'))
    expect(task).toMatchObject({ status: 'success' })
    expect(await balance()).toMatchObject({ available: 10, spent: 0 })
  })

  test('hands the engine each file of a role, in the order of the request', async () => {
    let seen: unknown
    answer = ({ url }, response) => void response.end(url)
    const input = {
      account,
      feature: featureNamed('face-swap')!,
      stage: 'effect' as const,
      body: {
        src_file_url: `${origin}/src`,
        ref_file_urls: [`${origin}/a`, `${origin}/b`],
        face_mapping: [{ index: 1, position: 0 }],
      },
    }
    await run((await createTask(input, backend.deps)).task_id, {
      perform: async ({ files }) => {
        seen = [files.src, ...[files.ref ?? []].flat()].map((bytes) =>
          Buffer.from(bytes).toString(),
        )
        return { results: {} }
      },
    })
    expect(seen).toEqual(['/src', '/a', '/b'])
  })

  test('is announced once to every active endpoint, in the exact form of the wire', async () => {
    const url = 'https://example.com/hook'
    const { endpoint } = await registerWebhook({ account, url }, backend.deps)
    await registerWebhook({ account, url: `${url}/2` }, backend.deps)
    const off = await registerWebhook({ account, url: `${url}/3` }, backend.deps)
    await backend.deps.webhooks.disableEndpoint(account, off.endpoint.id, { reason: 'off', at: 1 })
    const task = await runUrl()
    const messages = backend.queued('webhooks').map(({ message }) => message)
    expect(messages).toHaveLength(2)
    const message = messages.find(({ endpointId }) => endpointId === endpoint.id)
    const key = { account, eventId: String(message?.['eventId']), endpointId: endpoint.id }
    const delivery = await backend.deps.webhooks.delivery(key)
    expect(delivery?.body).toBe(
      `{"created_at":${backend.clock.now / 1000},"data":{"task_id":"${task?.id}","task_status":"success"}}`,
    )
  })
})

describe('a task that is priced by the second', () => {
  const video = featureNamed('bg-replace-vid')!

  const createVideo = async () => {
    const body = { src_file_url: `${origin}/a.mp4`, ref_file_url: `${origin}/a.jpg` }
    const input = { account, feature: video, stage: 'effect' as const, body }
    return (await createTask(input, backend.deps)).task_id
  }

  const runVideo = async (seconds: number | undefined, seen?: (most?: number) => void) => {
    const output = { bytes: new Uint8Array([1]), contentType: 'video/mp4', extension: 'mp4' }
    const making: RunTaskDeps['perform'] = async ({ mostSeconds }) => {
      seen?.(mostSeconds)
      return { results: {}, output, ...(seconds !== undefined && { seconds }) }
    }
    return run(await createVideo(), { perform: making })
  }

  test.each([
    [0.2, 2],
    [3, 6],
    [3.01, 8],
    [4.999, 10],
  ])('and made %s seconds costs %s units, and the rest is free again', async (seconds, cost) => {
    const seen: unknown[] = []
    expect(await runVideo(seconds, (most) => seen.push(most))).toMatchObject({
      status: 'success',
      units: cost,
    })
    expect(seen).toEqual([5])
    expect(await balance()).toEqual({ available: 10 - cost, reserved: 0, spent: cost })
  })

  test('never costs more than the longest result of the feature', async () => {
    account = (await backend.addAccount(5000)).account
    expect(await runVideo(600.04)).toMatchObject({ status: 'success', units: 1200 })
    expect(await balance()).toEqual({ available: 3800, reserved: 0, spent: 1200 })
  })

  test('and longer than the account can pay for ends in an error that says so, leaves no file and costs nothing', async () => {
    const task = await runVideo(5.1)
    expect(task).toMatchObject({
      status: 'error',
      error: 'error_unexpected_video_duration',
      errorMessage: 'The result has 6 seconds, and there were units for 5.',
    })
    const key = `results/${task?.id}/result.mp4`
    expect(await backend.deps.files.get(key, 10)).toBe('absent')
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('frees what it cannot cost as soon as its length is known, before it is made', async () => {
    const seen: unknown[] = []
    const measuring: RunTaskDeps['perform'] = async ({ mostSeconds }, { lengthKnown }) => {
      seen.push(mostSeconds)
      await lengthKnown(2.5)
      seen.push(await balance())
      return { results: {}, seconds: 2.4 }
    }
    const id = await createVideo()
    expect(await balance()).toEqual({ available: 0, reserved: 10, spent: 0 })
    expect(await run(id, { perform: measuring })).toMatchObject({ status: 'success', units: 6 })
    expect(seen).toEqual([5, { available: 4, reserved: 6, spent: 0 }])
    expect(await balance()).toEqual({ available: 4, reserved: 0, spent: 6 })
    const { entries } = await backend.deps.units.history(account, 10)
    const [charge] = entries.filter(({ action }) => action === 'charge')
    expect(charge).toMatchObject({ units: -6, lots: [{ units: -6 }] })
  })

  test('and longer than there are units for ends before anything is made', async () => {
    let made = false
    const measuring: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(5.1)
      made = true
      return { results: {}, seconds: 5.1 }
    }
    expect(await run(await createVideo(), { perform: measuring })).toMatchObject({
      error: 'error_unexpected_video_duration',
    })
    expect(made).toBe(false)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('never costs more than the first of its deliveries left it, and is delivered again', async () => {
    const id = await createVideo()
    const contradicting: RunTaskDeps['perform'] = async () => {
      const shorter: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
        await lengthKnown(1)
        throw new Error('It died here.')
      }
      await expect(run(id, { perform: shorter })).rejects.toThrow('died')
      return { results: {}, seconds: 4 }
    }
    await expect(run(id, { perform: contradicting })).rejects.toThrow('another delivery')
    expect(await balance()).toEqual({ available: 8, reserved: 2, spent: 0 })
    const agreeing: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(1)
      return { results: {}, seconds: 1 }
    }
    expect(await run(id, { perform: agreeing })).toMatchObject({ status: 'success', units: 2 })
    expect(await balance()).toEqual({ available: 8, reserved: 0, spent: 2 })
  })

  test('and a database that will not free units early costs nothing but that they stay held', async () => {
    const tasks = { ...backend.deps.tasks, lower: () => Promise.reject(new Error('Throttled.')) }
    const perform: RunTaskDeps['perform'] = async (_, { lengthKnown }) => {
      await lengthKnown(1)
      return { results: {}, seconds: 1 }
    }
    const id = await createVideo()
    expect(await run(id, { perform, tasks })).toMatchObject({ status: 'success', units: 2 })
    expect(await balance()).toEqual({ available: 8, reserved: 0, spent: 2 })
  })

  test('and made without saying how long it is is a defect of ours', async () => {
    await expect(runVideo(undefined)).rejects.toThrow('bg-replace-vid')
    expect(await balance()).toEqual({ available: 0, reserved: 10, spent: 0 })
  })

  test('holds what was asked for where the client says how long the result is to be', async () => {
    const body = { src_file_url: `${origin}/a.mp4`, template_id: 'comic', dst_duration: 2 }
    const feature = featureNamed('video-trans')!
    const template_id = feature.templates![0]!.id
    const input = { account, feature, stage: 'effect' as const, body: { ...body, template_id } }
    const { task_id } = await createTask(input, backend.deps)
    expect(await balance()).toEqual({ available: 2, reserved: 8, spent: 0 })
    const making = async () => ({ results: {}, seconds: 1 })
    expect(await run(task_id, { perform: making })).toMatchObject({ units: 4 })
    expect(await balance()).toEqual({ available: 6, reserved: 0, spent: 4 })
  })
})

describe('a task that goes wrong', () => {
  test.each(CONDITIONS)(
    'ends with the code the feature has for "%s", and costs nothing',
    async (condition) => {
      const failing = () => Promise.reject(new Fault(condition, 'What is wrong.'))
      expect(await runUrl({ perform: failing })).toMatchObject({
        status: 'error',
        error: feature.codes[condition],
        errorMessage: 'What is wrong.',
      })
      expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
    },
  )

  test.each<[string, RequestListener, string]>([
    ['answers 404', (_, response) => void response.writeHead(404).end(), 'error_download_image'],
    ['answers 500', (_, response) => void response.writeHead(500).end(), 'error_download_image'],
    [
      'answers with part of a file',
      (_, response) => void response.writeHead(206).end('a'),
      'error_download_image',
    ],
    [
      'leads to a private address',
      (_, response) => void response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
      'error_download_image',
    ],
    ['breaks off', (_, response) => void response.destroy(), 'error_download_image'],
    [
      'has as many bytes as the limit',
      (_, response) => void response.end(Buffer.alloc(LIMIT)),
      'exceed_max_filesize',
    ],
  ])('says so when its URL %s', async (_, listener, error) => {
    answer = listener
    expect(await runUrl()).toMatchObject({ status: 'error', error })
  })

  test('one byte less than the limit is taken', async () => {
    answer = (_, response) => void response.end(Buffer.alloc(LIMIT - 1))
    expect(await runUrl({ perform: async () => ({ results: {} }) })).toMatchObject({
      status: 'success',
    })
  })

  test('a URL that may not be fetched is one that cannot be', async () => {
    const id = await create({ src_file_url: 'http://169.254.169.254/latest' })
    expect(await run(id)).toMatchObject({ status: 'error', error: 'error_download_image' })
  })

  test('a slot that was never filled', async () => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
    const { files } = await createUploads(account, { files: [file] }, backend.deps)
    const id = await create({ src_file_id: files[0]?.file_id })
    expect(await run(id)).toMatchObject({ status: 'error', error: 'unknown_internal_error' })
  })

  test('a fetch that outlasts the task ends it as out of time', async () => {
    answer = () => {}
    const id = await create({ src_file_url: `${origin}/a.jpg` })
    expect(await run(id, {}, AbortSignal.timeout(20))).toMatchObject({
      status: 'error',
      error: 'RUNTIME_ERROR',
    })
  })
})

describe('when we are at fault', () => {
  test.each<[string, () => Partial<RunTaskDeps>]>([
    ['the engine', () => ({ perform: () => Promise.reject(new Error('defect')) })],
    [
      'the store of results',
      () => ({ files: { ...backend.deps.files, put: () => Promise.reject(new Error('503')) } }),
    ],
    [
      'the table',
      () => ({
        tasks: { ...backend.deps.tasks, finish: () => Promise.reject(new Error('throttled')) },
      }),
    ],
  ])('in %s, the message comes back and the task goes on', async (_, deps) => {
    const id = await create({ src_file_url: `${origin}/a.jpg` })
    await expect(run(id, deps())).rejects.toThrow()
    expect(await backend.deps.tasks.get(id)).toMatchObject({ status: 'running' })
    expect(await run(id)).toMatchObject({ status: 'success' })
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('a task given up ends in error, is announced and costs nothing', async () => {
    await registerWebhook({ account, url: 'https://example.com/' }, backend.deps)
    const taskId = await create({ src_file_url: `${origin}/a.jpg` })
    await endDeadTask(JSON.stringify({ taskId }), backend.deps)
    expect(await backend.deps.tasks.get(taskId)).toMatchObject({
      status: 'error',
      error: 'unknown_internal_error',
    })
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
    expect(backend.queued('webhooks')).toHaveLength(1)
  })

  test('giving up a task that ended after all changes nothing', async () => {
    const task = await runUrl()
    await endDeadTask(JSON.stringify({ taskId: task?.id }), backend.deps)
    expect(await backend.deps.tasks.get(task?.id ?? '')).toEqual(task)
  })

  test.each(['', 'x', '{}', '{"taskId":1}', '{"taskId":"gone"}'])(
    'the dead message %j is no harm',
    async (body) => {
      await expect(endDeadTask(body, backend.deps)).resolves.toBeUndefined()
    },
  )

  test('a message for a task nobody remembers is done', async () => {
    expect(await run('gone')).toBeUndefined()
  })
})
