import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CONDITIONS } from '../../../../catalog/failures/condition.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { registerWebhook } from '../../../../functions/service/core/accounts/register-webhook.ts'
import { createUploads } from '../../../../functions/service/core/tasks/create-uploads.ts'
import { endDeadTask } from '../../../../functions/service/end-dead-task/end-dead-task.ts'
import {
  balance,
  create,
  feature,
  fixture,
  run,
  runUrl,
  type TestedDeps,
  useTaskFixture,
} from './task-fixture.ts'

useTaskFixture()

const LIMIT = feature.files.src.maxBytes

describe('a failing task', () => {
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
    [
      'answers with compressed bytes',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('a'),
      'INPUT_ERROR',
    ],
    ['breaks off', (_, response) => void response.destroy(), 'error_download_image'],
    [
      'has as many bytes as the limit',
      (_, response) => void response.end(Buffer.alloc(LIMIT)),
      'exceed_max_filesize',
    ],
  ])('reports when its URL %s', async (_, listener, error) => {
    fixture.answer = listener
    expect(await runUrl()).toMatchObject({ status: 'error', error })
  })

  test('says that an archived object must be restored', async () => {
    fixture.answer = (_, response) =>
      void response
        .writeHead(403)
        .end('<?xml version="1.0"?>\n<Error><Code>InvalidObjectState</Code></Error>')
    expect(await runUrl()).toMatchObject({
      error: 'error_download_image',
      errorMessage: expect.stringContaining('InvalidObjectState: the object is archived. Restore'),
    })
  })

  test('accepts one byte less than the limit', async () => {
    fixture.answer = (_, response) => void response.end(Buffer.alloc(LIMIT - 1))
    expect(await runUrl({ perform: async () => ({ results: {} }) })).toMatchObject({
      status: 'success',
    })
  })

  test('a URL that is not allowed fails like one that cannot be fetched', async () => {
    const id = await create({ src_file_url: 'http://169.254.169.254/latest' })
    expect(await run(id)).toMatchObject({ status: 'error', error: 'error_download_image' })
  })

  test('a slot without a file', async () => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
    const { files } = await createUploads(fixture.account, { files: [file] }, fixture.backend.deps)
    const id = await create({ src_file_id: files[0]?.file_id })
    expect(await run(id)).toMatchObject({ status: 'error', error: 'unknown_internal_error' })
  })

  test('a fetch that outlasts the task ends it with a timeout', async () => {
    fixture.answer = () => {}
    const id = await create({ src_file_url: `${fixture.origin}/a.jpg` })
    expect(await run(id, {}, AbortSignal.timeout(20))).toMatchObject({
      status: 'error',
      error: 'RUNTIME_ERROR',
    })
  })
})

describe('a failure of the service', () => {
  test.each<[string, () => Partial<TestedDeps>]>([
    ['the engine', () => ({ perform: () => Promise.reject(new Error('defect')) })],
    [
      'the store of results',
      () => ({
        signed: { put: () => Promise.reject(new Error('503')) },
      }),
    ],
    [
      'the table',
      () => ({
        tasks: {
          ...fixture.backend.deps.tasks,
          finish: () => Promise.reject(new Error('throttled')),
        },
      }),
    ],
  ])('in %s: the message is delivered again and the task continues', async (_, deps) => {
    const id = await create({ src_file_url: `${fixture.origin}/a.jpg` })
    await expect(run(id, deps())).rejects.toThrow()
    expect(await fixture.backend.deps.tasks.get(id)).toMatchObject({ status: 'running' })
    expect(await run(id)).toMatchObject({ status: 'success' })
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('a dead-lettered task ends in error, is announced and costs nothing', async () => {
    await registerWebhook(
      { account: fixture.account, url: 'https://example.com/' },
      fixture.backend.deps,
    )
    const taskId = await create({ src_file_url: `${fixture.origin}/a.jpg` })
    await endDeadTask(JSON.stringify({ taskId }), fixture.backend.deps)
    expect(await fixture.backend.deps.tasks.get(taskId)).toMatchObject({
      status: 'error',
      error: 'unknown_internal_error',
    })
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
    expect(fixture.backend.queued('webhooks')).toHaveLength(1)
  })

  test('a dead letter of a task that ended changes nothing', async () => {
    const task = await runUrl()
    await endDeadTask(JSON.stringify({ taskId: task?.id }), fixture.backend.deps)
    expect(await fixture.backend.deps.tasks.get(task?.id ?? '')).toEqual(task)
  })

  test.each(['', 'x', '{}', '{"taskId":1}', '{"taskId":"gone"}'])(
    'the dead message %j is no harm',
    async (body) => {
      await expect(endDeadTask(body, fixture.backend.deps)).resolves.toBeUndefined()
    },
  )

  test('a message for an unknown task is dropped', async () => {
    expect(await run('gone')).toBeUndefined()
  })
})
