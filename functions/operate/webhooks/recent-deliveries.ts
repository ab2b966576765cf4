import { type Delivery, eventIdOf, type Task, type TaskAdmin } from '../../service/admin.ts'

/** What was told of one ended task. */
export type ToldTask = Pick<Task, 'id' | 'feature' | 'createdAt'> & {
  event: string
  deliveries: Delivery[]
}

/**
 * What endpoints were told of an account's latest tasks, the newest first: one page of tasks and one query each, for
 * deliveries are listed by no time.
 */
export async function recentDeliveries(
  account: string,
  page: { limit: number; before?: Pick<Task, 'id' | 'createdAt'> | undefined },
  { tasks, webhooks }: Pick<TaskAdmin, 'tasks' | 'webhooks'>,
): Promise<ToldTask[]> {
  const found = await tasks.list(account, page.limit, undefined, page.before)
  return Promise.all(
    found.map(async ({ id, feature, createdAt }) => {
      const event = eventIdOf(id)
      return {
        id,
        feature,
        createdAt,
        event,
        deliveries: await webhooks.deliveriesOf(account, event),
      }
    }),
  )
}
