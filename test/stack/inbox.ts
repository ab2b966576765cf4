import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Outcome } from '../../functions/pipeline/core/ports/inbox.ts'
import type { Connection } from './connect.ts'
import { eventually } from './eventually.ts'
import { scan } from './read-ledger.ts'

/** The inbox item of one task or one callback. */
export type InboxItem = {
  id: string
  taskId?: string
  key?: string
  outcome?: Outcome
  expiresAt: number
}

/** The inbox item of a task, or undefined. */
export async function taskInInbox(
  { db, tables }: Connection,
  taskId: string,
): Promise<InboxItem | undefined> {
  const { Item } = await db.send(
    new GetCommand({
      TableName: tables.inbox,
      Key: { id: `task#${taskId}` },
      ConsistentRead: true,
    }),
  )
  return Item as InboxItem | undefined
}

/** The inbox items of one job's callbacks. */
export async function callbacksOf(run: Connection, job: string): Promise<InboxItem[]> {
  return ((await scan(run, run.tables.inbox)) as InboxItem[]).filter(({ id }) =>
    id.startsWith(`callback#${job}/`),
  )
}

/** The id of the task that a job waits for in a stage, once task and callback are linked in both directions. */
export function linkedTask(
  run: Connection,
  job: string,
  stage: 'pre-process' | 'effect',
): Promise<string> {
  return eventually(`the ${stage} task of ${job}`, async () => {
    const callback = (await callbacksOf(run, job)).find(({ id }) => id.includes(`/${stage}/`))
    if (!callback?.taskId) return undefined
    const task = await taskInInbox(run, callback.taskId)
    return task?.key ? callback.taskId : undefined
  })
}
