import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dynamoInbox } from '../../../../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import type { Inbox } from '../../../../../functions/pipeline/core/ports/inbox.ts'
import { memoryInbox } from '../../../../faults/ports/memory-inbox.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
let onDynamo: Inbox
beforeAll(async () => {
  database = await openDatabase()
  onDynamo = dynamoInbox(database.db, await database.table('Inbox'), Date.now)
})
afterAll(() => database.close())

let made = 0
function names() {
  return { key: `job-${made}/0/effect/0/0`, taskId: `task-${made++}` }
}
function waiting(order: number) {
  return {
    token: `token-${order}`,
    order,
    until: 1000 + order,
    request: { src_file_url: `https://example.com/${order}` },
  }
}

describe.each([
  ['in memory', () => memoryInbox() as Inbox],
  ['in DynamoDB', () => onDynamo],
])('an inbox %s', (_, open) => {
  test('stores the token of the latest try and the request of the first', async () => {
    const [inbox, { key }] = [open(), names()]
    expect(await inbox.findCallback(key)).toBeUndefined()
    expect(await inbox.storeToken(key, waiting(0))).toMatchObject(waiting(0))
    const latest = { ...waiting(2), request: waiting(0).request }
    expect(await inbox.storeToken(key, waiting(2))).toMatchObject(latest)
    expect(await inbox.storeToken(key, waiting(1))).toMatchObject(latest)
    expect(await inbox.storeToken(key, waiting(2))).toMatchObject(latest)
    expect(await inbox.findCallback(key)).toMatchObject(latest)
  })

  test('stores what URLs a request has, and a request whose URLs were made anew', async () => {
    const [inbox, { key, taskId }] = [open(), names()]
    const of = { object: { bucket: 'drop', key: 'drop/slim/a.png', version: 'v' } }
    const signed = [{ url: 'https://example.com/0', at: 1, of }]
    await inbox.storeToken(key, { ...waiting(0), signed })
    await inbox.storeToken(key, { ...waiting(1), signed: [{ url: 'another', at: 2, of }] })
    expect(await inbox.findCallback(key)).toMatchObject({ request: waiting(0).request, signed })
    const renewed = { request: { src_file_url: 'new' }, signed: [{ url: 'new', at: 3, of }] }
    await inbox.storeRequest(key, renewed)
    expect(await inbox.storeToken(key, { ...waiting(2), signed })).toMatchObject(renewed)
    await inbox.link(key, taskId, waiting(2))
    const { createdAt = 0 } = (await inbox.findCallback(key)) ?? {}
    expect(Math.abs(createdAt - Date.now() / 1000)).toBeLessThan(60)
  })

  test('gives the creation lock to one holder until it is released', async () => {
    const [inbox, { key }] = [open(), names()]
    await inbox.storeToken(key, waiting(0))
    expect(await inbox.acquireCreationLock(key, 'first')).toBe('first')
    expect(await inbox.acquireCreationLock(key, 'second')).toBe('first')
    await inbox.releaseCreationLock(key)
    await inbox.releaseCreationLock(key)
    expect(await inbox.acquireCreationLock(key, 'third')).toBe('third')
  })

  test('links a task to its callback before or after the outcome, and keeps the first outcome', async () => {
    const [inbox, { key, taskId }, early] = [open(), names(), names()]
    await inbox.storeToken(key, waiting(0))
    expect(await inbox.findTask(taskId)).toBeUndefined()
    expect(await inbox.link(key, taskId, waiting(0))).not.toHaveProperty('outcome')
    const met = { key, token: 'token-0', outcome: { status: 'success' } }
    expect(await inbox.recordOutcome(taskId, { status: 'success' })).toMatchObject(met)
    expect(await inbox.findTask(taskId)).toMatchObject(met)
    expect((await inbox.findCallback(key))?.taskId).toBe(taskId)
    expect(await inbox.recordOutcome(early.taskId, { status: 'error' })).not.toHaveProperty('key')
    const late = { key: early.key, token: 'token-0', outcome: { status: 'error' } }
    expect(await inbox.link(early.key, early.taskId, waiting(0))).toMatchObject(late)
    expect(await inbox.recordOutcome(early.taskId, { status: 'success' })).toMatchObject(late)
  })

  test('links a task to the token of the latest try, whichever try links it', async () => {
    const [inbox, { key, taskId }] = [open(), names()]
    await inbox.link(key, taskId, waiting(1))
    expect(await inbox.link(key, taskId, waiting(0))).toMatchObject({ key, token: 'token-1' })
    expect(await inbox.link(key, taskId, waiting(2))).toMatchObject({ key, token: 'token-2' })
    const { token, outcome } = await inbox.recordOutcome(taskId, { status: 'error' })
    expect({ token, outcome }).toEqual({ token: 'token-2', outcome: { status: 'error' } })
    expect(await inbox.link(key, taskId, waiting(0))).toMatchObject({ token, outcome })
  })

  test('counts the polls, from 0 for each try', async () => {
    const [inbox, { key }] = [open(), names()]
    await inbox.storeToken(key, waiting(0))
    await inbox.recordLooks(key, 3)
    expect((await inbox.findCallback(key))?.looks).toBe(3)
    await inbox.storeToken(key, waiting(1))
    expect((await inbox.findCallback(key))?.looks).toBe(0)
  })
})
