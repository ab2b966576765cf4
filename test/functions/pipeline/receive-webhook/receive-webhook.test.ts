import { expect, test } from 'vitest'
import { receiveWebhook } from '../../../../functions/pipeline/receive-webhook/receive-webhook.ts'
import { memoryInbox } from '../../../faults/ports/memory-inbox.ts'

function world() {
  const inbox = memoryInbox(() => 0)
  const resumed: [string, unknown][] = []
  const tokens = {
    succeed: async (token: string, output: unknown) => void resumed.push([token, output]),
    fail: () => Promise.reject(new Error('Nothing fails here.')),
  }
  const receive = (body: string | Uint8Array, isSigned = true) =>
    receiveWebhook({ headers: {}, body: typeof body === 'string' ? Buffer.from(body) : body }, {
      inbox,
      tokens,
      verify: async () => isSigned,
    } as never)
  return { inbox, resumed, receive }
}

function announcing(task_id: string, task_status = 'success', more: object = {}): string {
  return JSON.stringify({ data: { task_id, task_status, ...more } })
}

test('an announced end resumes the state that waits for it, and nothing but the body is taken', async () => {
  const { inbox, resumed, receive } = world()
  await inbox.link('job-1#0#0', 'task-1', { token: 'token', order: 1 } as never)
  expect(await receive(announcing('task-1', 'error', { charge: 3, token: 'other' }))).toBe(204)
  expect(resumed).toEqual([['token', { taskId: 'task-1', status: 'error' }]])
})

test('one that comes before its task is known is kept; a repeated one changes nothing', async () => {
  const { inbox, resumed, receive } = world()
  expect(await receive(announcing('task-1', 'success'))).toBe(204)
  expect(await receive(announcing('task-1', 'error'))).toBe(204)
  expect(resumed).toEqual([])
  expect(inbox.tasks.get('task-1')).toEqual({ outcome: { status: 'success' } })
})

test('a wrong signature is refused before the body is read', async () => {
  const { inbox, receive } = world()
  expect(await receive('{', false)).toBe(401)
  expect(await receive(announcing('task-1'), false)).toBe(401)
  expect(inbox.tasks.size).toBe(0)
})

test.each([
  ['no JSON', '{'],
  ['no data', '{}'],
  ['a status that is no end', announcing('task-1', 'running')],
  ['an empty id', announcing('')],
  ['an id of 513 characters', announcing('x'.repeat(513))],
  ['an id with half a surrogate pair', '{"data":{"task_id":"\\ud800","task_status":"success"}}'],
])('%s is refused', async (_, body) => {
  const { inbox, receive } = world()
  expect(await receive(body)).toBe(400)
  expect(inbox.tasks.size).toBe(0)
})

test.each([
  ['an id of 512 characters', announcing('x'.repeat(512))],
  ['a byte order mark', `\ufeff${announcing('task-1')}`],
])('%s is taken', async (_, body) => {
  const { inbox, receive } = world()
  expect(await receive(body)).toBe(204)
  expect(inbox.tasks.size).toBe(1)
})
