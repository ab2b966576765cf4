import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WAIT_SECONDS } from '../../../../../catalog/tasks/task-times.ts'
import { LEASE_MS } from '../../../../../functions/service/core/model/lease.ts'
import { finishTask } from '../../../../../functions/service/core/tasks/finish-task.ts'
import { endDeadTask } from '../../../../../functions/service/end-dead-task/end-dead-task.ts'
import { removeLateUpload } from '../../../../../functions/service/remove-late-upload/remove-late-upload.ts'
import { type RunTaskDeps, runTask } from '../../../../../functions/service/run-task/run-task.ts'
import type { ServeWorkerDeps } from '../../../../../functions/service/serve-worker/serve-worker.ts'
import { asWorker, type OfWorker } from '../../as-worker.ts'
import { type Answer, type Call, openHandler } from '../../call-handler.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const EFFECT = '/s2s/v2.0/task/body-reshape'
const DELETE = '/s2s/v2.0/task/delete'
const REST = { version: '1.0', features: { slim: 1 } }

let backend: ServiceBackend
let call: (call: Call) => Promise<Answer>
let account: string
let key: string

beforeAll(async () => {
  backend = await startServiceBackend()
  // The handler uses the clock of this machine.
  backend.clock.now = Date.now()
  call = await openHandler(backend, { RATE_LIMIT_WINDOW: '100000', RATE_LIMIT_SECOND: '100000' })
})
afterAll(() => backend.close())
beforeEach(async () => {
  ;({ account, key } = await backend.addAccount(10))
})

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return (await call({ method: 'POST', path, body, key, headers })).body
}

async function upload(): Promise<{ id: string; url: string }> {
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
  const { data } = await post('/s2s/v2.0/file', { files: [file] })
  const [made] = (data as unknown as { files: [Upload] }).files
  const [request] = made.requests
  await fetch(request.url, { method: 'PUT', headers: request.headers, body: 'abc' })
  return { id: made.file_id, url: request.url }
}
type Upload = {
  file_id: string
  requests: [{ url: string; headers: Record<string, string> }]
}

const perform: RunTaskDeps['perform'] = async () => ({
  results: { timed: 1 },
  output: { bytes: new Uint8Array([1, 2]), contentType: 'image/png', extension: 'png' },
})

function run(taskId: string, deps: Partial<OfWorker & ServeWorkerDeps> = {}) {
  const own = { fetch: () => Promise.reject(new Error('not fetched')), perform }
  return runTask(
    { taskId },
    AbortSignal.timeout(10_000),
    asWorker({ ...backend.deps, ...own, ...deps }),
  )
}

async function create(path = EFFECT, headers: Record<string, string> = {}) {
  const { id: src_file_id } = await upload()
  const { data } = await post(path, { src_file_id, ...REST }, headers)
  return { taskId: data?.task_id ?? '', fileId: src_file_id }
}

async function status(taskId: string) {
  return call({ path: `${EFFECT}/${taskId}`, key })
}

describe('deleting an ended task', () => {
  test('responds 200 and removes the task and all its files at once', async () => {
    const { taskId, fileId } = await create()
    await run(taskId)
    const url = (await status(taskId)).body.data?.results?.url ?? ''
    expect((await fetch(url)).status).toBe(200)
    expect(await post(DELETE, { task_id: taskId })).toEqual({ status: 200 })
    expect((await fetch(url)).status).toBe(404)
    expect((await status(taskId)).body.error_code).toBe('InvalidTaskId')
    expect(await backend.deps.files.get(`uploads/${fileId}`, 10)).toBe('absent')
    // The slot is removed as well, so no new task can use it.
    const again = await post(EFFECT, { src_file_id: fileId, ...REST })
    expect(again).toMatchObject({ status: 400, error_code: 'InvalidParameters' })
  })

  test('returns no units', async () => {
    const { taskId } = await create()
    await run(taskId)
    await post(DELETE, { task_id: taskId })
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 9,
      reserved: 0,
      spent: 1,
    })
  })

  test('first charges a task whose worker crashed before the charge', async () => {
    const { taskId } = await create()
    const outcome = { status: 'success', results: { values: {}, objects: {} } } as const
    await backend.deps.tasks.finish(taskId, outcome, 1)
    await post(DELETE, { task_id: taskId })
    expect(await backend.deps.units.balance(account)).toMatchObject({ reserved: 0, spent: 1 })
  })

  test('succeeds once', async () => {
    const { taskId } = await create()
    await run(taskId)
    await post(DELETE, { task_id: taskId })
    expect(await post(DELETE, { task_id: taskId })).toMatchObject({ error_code: 'InvalidTaskId' })
  })

  test('completes after a crash between the files and the record', async () => {
    const { taskId, fileId } = await create()
    await run(taskId)
    await backend.deps.files.remove([`uploads/${fileId}`, `results/${taskId}/result.png`])
    expect(await post(DELETE, { task_id: taskId })).toEqual({ status: 200 })
  })

  test('is announced to nobody again, and a late delivery of the message changes nothing', async () => {
    const { taskId } = await create()
    await run(taskId)
    await post(DELETE, { task_id: taskId })
    const record = await backend.deps.tasks.get(taskId)
    await run(taskId)
    await endDeadTask(JSON.stringify({ taskId }), backend.deps)
    expect(await backend.deps.tasks.get(taskId)).toEqual(record)
    expect(record).toMatchObject({ status: 'success', files: {}, parameters: {} })
    expect(record).not.toHaveProperty('results')
  })

  test('also removes what a second worker stores meanwhile', async () => {
    const { taskId } = await create()
    const late = run(taskId, {
      perform: async (...given) => {
        backend.clock.now += LEASE_MS
        await run(taskId)
        await post(DELETE, { task_id: taskId })
        return perform(...given)
      },
    })
    await late
    expect(await backend.deps.files.get(`results/${taskId}/result.png`, 10)).toBe('absent')
  })

  test('keeps its Idempotency-Key, which then says that the task was deleted', async () => {
    const headers = { 'idempotency-key': 'once' }
    const { id: src_file_id } = await upload()
    const body = { src_file_id, ...REST }
    const { data } = await post(EFFECT, body, headers)
    await run(data?.task_id ?? '')
    await post(DELETE, { task_id: data?.task_id })
    expect(await post(EFFECT, body, headers)).toMatchObject({
      status: 400,
      error_code: 'InvalidTaskId',
      error: expect.stringContaining('was deleted'),
    })
    expect(await backend.deps.units.balance(account)).toMatchObject({ spent: 1, reserved: 0 })
  })
})

describe('a file that several tasks use', () => {
  const another = async (fileId: string) =>
    (await post(EFFECT, { src_file_id: fileId, ...REST })).data?.task_id ?? ''

  test('is not deleted with one of them while another runs', async () => {
    const { taskId, fileId } = await create()
    await run(taskId)
    const sibling = await another(fileId)
    expect(await post(DELETE, { task_id: taskId })).toMatchObject({
      error_code: 'OperationInvalid',
      error: expect.stringContaining(`uses one of its files: ${sibling}.`),
    })
    await run(sibling)
    expect((await status(sibling)).body.data?.task_status).toBe('success')
    expect(await post(DELETE, { task_id: taskId })).toEqual({ status: 200 })
    expect(await post(DELETE, { task_id: sibling })).toEqual({ status: 200 })
  })

  test('is not deleted under a task whose creation is under way, but under one that never came', async () => {
    const { taskId, fileId } = await create()
    await run(taskId)
    const now = Math.floor(Date.now() / 1000)
    const { slots } = backend.deps
    await slots.addUser(fileId, account, { taskId: 'x'.repeat(64), at: now })
    expect(await post(DELETE, { task_id: taskId })).toMatchObject({
      error_code: 'OperationInvalid',
    })
    await slots.removeUsers(fileId, [{ taskId: 'x'.repeat(64), at: now }])
    await slots.addUser(fileId, account, { taskId: 'x'.repeat(64), at: now - 61 })
    expect(await post(DELETE, { task_id: taskId })).toEqual({ status: 200 })
  })

  test('is not closed for a task that comes between the look and the closing', async () => {
    const { fileId } = await create()
    const { slots } = backend.deps
    const seen = await slots.get(fileId)
    await another(fileId)
    expect(await slots.close(seen!, 1)).toBe(false)
    expect(await slots.close((await slots.get(fileId))!, 1)).toBe(true)
    expect(await another(fileId)).toBe('')
  })

  test('remembers as many tasks as there are, and forgets the ended ones of very many', async () => {
    const { taskId, fileId } = await create()
    const { slots } = backend.deps
    const at = Math.floor(Date.now() / 1000) - 100
    for (let n = 0; n < 100; n++) {
      await slots.addUser(fileId, account, { taskId: `gone-${n}`, at })
    }
    const sibling = await another(fileId)
    const left = (await slots.get(fileId))?.users?.map((user) => user.taskId)
    expect(left?.sort()).toEqual([taskId, sibling].sort())
  })
})

describe('what the URL of a slot takes after its task was deleted', () => {
  const event = (key: string) => ({ detail: { object: { key } } })

  test('is removed, cannot be used by a task, and cannot be read', async () => {
    const { id: fileId, url } = await upload()
    const { data } = await post(EFFECT, { src_file_id: fileId, ...REST })
    await run(data?.task_id ?? '')
    await post(DELETE, { task_id: data?.task_id })
    const headers = { 'content-type': 'image/png' }
    expect((await fetch(url, { method: 'PUT', headers, body: 'abc' })).status).toBe(200)
    const again = await post(EFFECT, { src_file_id: fileId, ...REST })
    expect(again).toMatchObject({ status: 400, error_code: 'InvalidParameters' })
    await removeLateUpload(event(`uploads/${fileId}`), backend.deps)
    expect(await backend.deps.files.get(`uploads/${fileId}`, 10)).toBe('absent')
  })

  test('a file of an open slot stays, one without a slot goes', async () => {
    const { id: fileId } = await upload()
    await removeLateUpload(event(`uploads/${fileId}`), backend.deps)
    expect(await backend.deps.files.get(`uploads/${fileId}`, 10)).toHaveLength(3)
    await backend.deps.files.put('uploads/odd', new Uint8Array(1), { contentType: 'image/png' })
    await removeLateUpload(event('uploads/odd'), backend.deps)
    expect(await backend.deps.files.get('uploads/odd', 10)).toBe('absent')
  })
})

describe('what is refused', () => {
  test.each([
    [{}, 'InvalidParameters'],
    [{ task_id: null }, 'InvalidTaskId'],
    [{ task_id: 7 }, 'InvalidTaskId'],
    [{ task_id: 'short' }, 'InvalidTaskId'],
    [{ task_id: 'x'.repeat(64) }, 'InvalidTaskId'],
    [{ task_id: { $ne: 1 } }, 'InvalidTaskId'],
  ])('%j is %s', async (body, error_code) => {
    expect(await post(DELETE, body)).toMatchObject({ status: 400, error_code })
  })

  test('a task that still runs', async () => {
    const { taskId } = await create()
    expect(await post(DELETE, { task_id: taskId })).toMatchObject({
      status: 400,
      error_code: 'OperationInvalid',
    })
  })

  test('a pre-process task, ended or not', async () => {
    const { taskId } = await create(`${EFFECT}/pre-process`)
    const code = async () => (await post(DELETE, { task_id: taskId })).error_code
    expect(await code()).toBe('OperationNotSupport')
    await run(taskId)
    expect(await code()).toBe('OperationNotSupport')
  })

  test('the task of another account, as if it did not exist', async () => {
    const { taskId } = await create()
    await run(taskId)
    ;({ key } = await backend.addAccount(0))
    expect(await post(DELETE, { task_id: taskId })).toMatchObject({ error_code: 'InvalidTaskId' })
    expect(await backend.deps.tasks.get(taskId)).not.toHaveProperty('deletedAt')
  })
})

describe('a task past its deadline', () => {
  const overdue = async (path?: string) => {
    const { taskId } = await create(path)
    const task = await backend.deps.tasks.get(taskId)
    const late = { ...backend.deps, now: () => ((task?.createdAt ?? 0) + WAIT_SECONDS) * 1000 }
    return { taskId, late }
  }

  test('is ended by the next request for it, costs nothing and has the status TaskTimeout', async () => {
    const { taskId, late } = await overdue()
    let worked = 0
    await run(taskId, {
      ...late,
      perform: async (...given) => {
        worked += 1
        return perform(...given)
      },
    })
    expect(worked).toBe(0)
    expect(await status(taskId)).toMatchObject({
      status: 500,
      body: { status: 500, error: 'Task execution timed out', error_code: 'TaskTimeout' },
    })
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 10,
      reserved: 0,
      spent: 0,
    })
  })

  test('stays timed out when its worker delivers a result later', async () => {
    const { taskId, late } = await overdue()
    const task = await backend.deps.tasks.get(taskId)
    await run(taskId, {
      perform: async (...given) => {
        await run(taskId, late)
        return perform(...given)
      },
    })
    expect((await status(taskId)).body.error_code).toBe('TaskTimeout')
    const success = { status: 'success', results: { values: {}, objects: {} } } as const
    if (task) await finishTask(task, success, backend.deps)
    expect(await backend.deps.units.balance(account)).toMatchObject({ spent: 0, available: 10 })
  })

  test('can be deleted', async () => {
    const { taskId, late } = await overdue()
    await run(taskId, late)
    expect(await post(DELETE, { task_id: taskId })).toEqual({ status: 200 })
  })
})
