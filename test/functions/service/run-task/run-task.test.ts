import { describe, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features.ts'
import { registerWebhook } from '../../../../functions/service/accounts/register-webhook.ts'
import { createTask } from '../../../../functions/service/tasks/create-task.ts'
import { createUploads } from '../../../../functions/service/tasks/create-uploads.ts'
import { parseTaskCreation } from '../../../../functions/service/tasks/parse-task-creation.ts'
import { balance, bench, create, EFFECT, openBench, run, runUrl } from './task-fixture.ts'

openBench()

test('a feature without an engine ends in an error that says so, before a byte is fetched, uncharged', async () => {
  bench.answer = () => expect.unreachable('the source was fetched')
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
      finishedAt: bench.backend.clock.now / 1000,
    })
    expect(
      Buffer.from((await bench.backend.deps.files.get(key, 10)) as Uint8Array).toString(),
    ).toBe('erutcip')
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
    const { files } = await createUploads(bench.account, { files: [file] }, bench.backend.deps)
    const [request] = files[0]?.requests ?? []
    await fetch(request?.url ?? '', { method: 'PUT', headers: request?.headers ?? {}, body: 'abc' })
    const task = await run(await create({ src_file_id: files[0]?.file_id }, 'pre-process'))
    expect(task).toMatchObject({ status: 'success' })
    expect(await balance()).toMatchObject({ available: 10, spent: 0 })
  })

  test('hands the engine each file of a role, in the order of the request', async () => {
    let seen: unknown
    bench.answer = ({ url }, response) => void response.end(url)
    const input = {
      account: bench.account,
      feature: findFeature('face-swap')!,
      stage: 'effect' as const,
      body: {
        src_file_url: `${bench.origin}/src`,
        ref_file_urls: [`${bench.origin}/a`, `${bench.origin}/b`],
        face_mapping: [{ index: 1, position: 0 }],
      },
    }
    await run((await createTask(parseTaskCreation(input), bench.backend.deps)).task_id, {
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
    const { endpoint } = await registerWebhook({ account: bench.account, url }, bench.backend.deps)
    await registerWebhook({ account: bench.account, url: `${url}/2` }, bench.backend.deps)
    const off = await registerWebhook(
      { account: bench.account, url: `${url}/3` },
      bench.backend.deps,
    )
    await bench.backend.deps.webhooks.disableEndpoint(bench.account, off.endpoint.id, {
      reason: 'off',
      at: 1,
    })
    const task = await runUrl()
    const messages = bench.backend.queued('webhooks').map(({ message }) => message)
    expect(messages).toHaveLength(2)
    const message = messages.find(({ endpointId }) => endpointId === endpoint.id)
    const key = {
      account: bench.account,
      eventId: String(message?.['eventId']),
      endpointId: endpoint.id,
    }
    const delivery = await bench.backend.deps.webhooks.delivery(key)
    expect(delivery?.body).toBe(
      `{"created_at":${bench.backend.clock.now / 1000},"data":{"task_id":"${task?.id}","task_status":"success"}}`,
    )
  })
})
