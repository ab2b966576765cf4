import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { registerWebhook } from '../../../../functions/service/core/accounts/register-webhook.ts'
import { uploadKey } from '../../../../functions/service/core/model/upload-slot.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { createUploads } from '../../../../functions/service/core/tasks/create-uploads.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { bytesOf } from '../bytes-of.ts'
import { balance, create, EFFECT, fixture, run, runUrl, useTaskFixture } from './task-fixture.ts'

useTaskFixture()

test('a feature without an engine ends in error before anything is fetched, uncharged', async () => {
  fixture.answer = () => expect.unreachable('the source was fetched')
  expect(await runUrl({ isInstalled: () => false })).toMatchObject({
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'No engine is installed for body-reshape.',
  })
  expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
})

describe('a successful task', () => {
  test('stores its result and its values and is charged once', async () => {
    const task = await runUrl()
    const key = `results/${task?.id}/result.png`
    expect(task).toMatchObject({
      status: 'success',
      results: { values: { timed: 3 }, objects: { url: key } },
      finishedAt: fixture.backend.clock.now / 1000,
    })
    expect(
      Buffer.from((await fixture.backend.deps.files.get(key, 10)) as Uint8Array).toString(),
    ).toBe('erutcip')
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('passes the request to the engine', async () => {
    let seen: unknown
    await runUrl({
      perform: async (request) => {
        seen = { ...request, files: Buffer.from(bytesOf(request.files.src)).toString() }
        return { results: {} }
      },
    })
    expect(seen).toEqual({
      feature: 'body-reshape',
      stage: 'effect',
      params: EFFECT,
      files: 'picture',
      folder: expect.stringContaining(tmpdir()),
    })
  })

  test('reads its file from an upload slot', async () => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
    const { files } = await createUploads(fixture.account, { files: [file] }, fixture.backend.deps)
    const [request] = files[0]?.requests ?? []
    await fetch(request?.url ?? '', { method: 'PUT', headers: request?.headers ?? {}, body: 'abc' })
    const task = await run(await create({ src_file_id: files[0]?.file_id }, 'pre-process'))
    expect(task).toMatchObject({ status: 'success' })
    expect(await balance()).toMatchObject({ available: 10, spent: 0 })
  })

  test('passes the engine all files of a role, in the order of the request', async () => {
    let seen: unknown
    fixture.answer = ({ url }, response) => void response.end(url)
    const input = {
      account: fixture.account,
      feature: findFeature('face-swap')!,
      stage: 'effect' as const,
      body: {
        src_file_url: `${fixture.origin}/src`,
        ref_file_urls: [`${fixture.origin}/a`, `${fixture.origin}/b`],
        face_mapping: [{ index: 1, position: 0 }],
      },
    }
    await run((await createTask(parseTaskCreation(input), fixture.backend.deps)).task_id, {
      perform: async ({ files }) => {
        seen = [files.src, ...[files.ref ?? []].flat()].map((file) =>
          Buffer.from(bytesOf(file)).toString(),
        )
        return { results: {} }
      },
    })
    expect(seen).toEqual(['/src', '/a', '/b'])
  })

  test('is announced once to every active endpoint, in the exact wire format', async () => {
    const url = 'https://example.com/hook'
    const { endpoint } = await registerWebhook(
      { account: fixture.account, url },
      fixture.backend.deps,
    )
    await registerWebhook({ account: fixture.account, url: `${url}/2` }, fixture.backend.deps)
    const off = await registerWebhook(
      { account: fixture.account, url: `${url}/3` },
      fixture.backend.deps,
    )
    await fixture.backend.deps.webhooks.disableEndpoint(fixture.account, off.endpoint.id, {
      reason: 'off',
      at: 1,
    })
    const task = await runUrl()
    const messages = fixture.backend.queued('webhooks').map(({ message }) => message)
    expect(messages).toHaveLength(2)
    const message = messages.find(({ endpointId }) => endpointId === endpoint.id)
    const key = {
      account: fixture.account,
      eventId: String(message?.['eventId']),
      endpointId: endpoint.id,
    }
    const delivery = await fixture.backend.deps.webhooks.delivery(key)
    expect(delivery?.body).toBe(
      `{"created_at":${fixture.backend.clock.now / 1000},"data":{"task_id":"${task?.id}","task_status":"success"}}`,
    )
  })
})

describe('a task that waited', () => {
  const slot = async () => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
    const { files } = await createUploads(fixture.account, { files: [file] }, fixture.backend.deps)
    const [made] = files
    const [request] = made?.requests ?? []
    const fill = () =>
      fetch(request?.url ?? '', { method: 'PUT', headers: request?.headers ?? {}, body: 'abc' })
    return { id: made?.file_id ?? '', fill }
  }
  const HOURS = 3_600_000
  const ended = {
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'The upload slot holds no file.',
  }

  test('while the URL of its slot ended unused is not carried out, in words, and costs nothing', async () => {
    const id = await create({ src_file_id: (await slot()).id })
    fixture.backend.clock.now += 2 * HOURS
    const perform = () => expect.unreachable('there is no file')
    expect(await run(id, { perform })).toMatchObject(ended)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('while the file in its slot was removed is not carried out, in words, and costs nothing', async () => {
    const { id: file, fill } = await slot()
    expect((await fill()).status).toBe(200)
    const id = await create({ src_file_id: file })
    await fixture.backend.deps.files.remove([uploadKey(file)])
    expect(await run(id)).toMatchObject(ended)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('for 20 hours uses its slot, whose URL has ended, like one that did not wait', async () => {
    const { id: file, fill } = await slot()
    expect((await fill()).status).toBe(200)
    const id = await create({ src_file_id: file })
    fixture.backend.clock.now += 20 * HOURS
    expect(await run(id)).toMatchObject({ status: 'success' })
  })

  // SQS counts what a worker throws as a failed delivery; the fourth makes a dead letter.
  test('for its feature ten times has used up no delivery', async () => {
    const id = await create({ src_file_url: `${fixture.origin}/a.jpg` })
    fixture.backend.clear()
    const semaphore = { acquire: async () => false, release: async () => {} }
    for (let times = 0; times < 10; times++) {
      expect(await run(id, { semaphore })).toMatchObject({ status: 'running' })
    }
    expect(fixture.backend.queued('tasks')).toHaveLength(10)
    expect(await run(id)).toMatchObject({ status: 'success' })
  })
})
