import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WAIT_SECONDS } from '../../catalog/tasks/task-times.ts'
import { createKey } from '../../functions/service/core/accounts/create-key.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { eventIdOf } from '../../functions/service/core/model/delivery.ts'
import { eventually } from './eventually.ts'
import { scan } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'

const PATH = '/s2s/v2.0/task/body-reshape/pre-process'

let run: Run
let authorization: string
beforeAll(async () => {
  run = await startRun()
  const keys = dynamoKeyStore(run.db, run.at.service.keys)
  const { key } = await createKey({ account: 'local', name: 'test' }, { keys, now: Date.now })
  authorization = `Bearer ${key}`
})
afterAll(() => run.close())
/** No worker takes a task. */
beforeEach(() => run.around('service/run-task', () => new Promise(() => {})))

async function call(path: string, body?: object) {
  const response = await fetch(`${run.at.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { data?: { task_id: string }; error_code?: string }
}

/** A task whose time is over and which nobody has looked at since. */
async function overdueTask(): Promise<string> {
  const { data } = await call(PATH, { src_file_url: 'https://example.com/photo.jpg' })
  const id = String(data?.task_id)
  await run.db.send(
    new UpdateCommand({
      TableName: run.tables.tasks,
      Key: { id },
      UpdateExpression: 'SET createdAt = createdAt - :day',
      ExpressionAttributeValues: { ':day': WAIT_SECONDS },
    }),
  )
  return id
}

/** Waits until the pipeline, an endpoint of the account, was told of the end of a task. */
async function told(id: string): Promise<void> {
  await eventually('a delivery', async () =>
    (await scan(run, run.tables.webhooks)).find(
      (item) => item['eventId'] === eventIdOf(id) && item['status'] === 'delivered',
    ),
  )
}

test('a task whose time is over is ended by who asks for its state, and told to its account', async () => {
  const id = await overdueTask()
  expect(await call(`${PATH}/${id}`)).toMatchObject({ error_code: 'TaskTimeout' })
  await told(id)
})

test('a task whose time is over, and for which nobody asks, is ended by the sweep and told', async () => {
  const id = await overdueTask()
  const { name } = run.stacks.resource('DarkroomService/Service/Sweeper/Sweep/Function')
  expect(await run.stacks.invoke(name, {})).toMatchObject({ payload: { ended: 1, resent: 0 } })
  await told(id)
})
