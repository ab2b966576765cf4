import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { grantActions } from '../constructs/grants.ts'
import type { WorkQueue } from '../constructs/work-queue.ts'
import type { ServiceStores } from './service-stores.ts'

/**
 * What ending a task touches: the task, its units, the endpoints that hear of it, and the queue they are told
 * through.
 */
export type TaskEndings = { readonly stores: ServiceStores; readonly webhookQueue: WorkQueue }

/** The variables of a function that ends tasks. */
export function taskEndingEnvironment({
  stores,
  webhookQueue,
}: TaskEndings): Record<string, string> {
  return {
    ...stores.environment('TASKS_TABLE', 'UNITS_TABLE', 'WEBHOOKS_TABLE', 'FILES_BUCKET'),
    WEBHOOKS_QUEUE_URL: webhookQueue.queue.queueUrl,
  }
}

/** The rights of a function that ends tasks. */
export function grantEndTasks(fn: IFunction, { stores, webhookQueue }: TaskEndings): void {
  const { tasks, units, webhooks } = stores
  grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], tasks.tableArn)
  grantActions(
    fn,
    ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    units.tableArn,
  )
  grantActions(fn, ['dynamodb:Query', 'dynamodb:GetItem', 'dynamodb:PutItem'], webhooks.tableArn)
  grantActions(fn, ['sqs:SendMessage'], webhookQueue.queue.queueArn)
}
