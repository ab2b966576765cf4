import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied, storing } from '../../../dynamo.ts'
import type { Task } from '../../model/task.ts'
import type { TaskStore } from '../../ports/task-store.ts'
import { listTasks, readRunningTasks, runningShardOf } from './task-queries.ts'

/**
 * Tasks in a DynamoDB table with the key `id` and two indexes: `byAccount`, and `open`, a sparse index of the running
 * tasks.
 */
export function dynamoTaskStore(dynamo: DynamoDBDocumentClient, table: string): TaskStore {
  const update = (id: string, change: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    applied(dynamo.send(new UpdateCommand({ TableName: table, Key: { id }, ...change })))

  return {
    async get(id) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
      )
      if (!Item) return undefined
      const { open: _, ...task } = Item
      return task as Task
    },

    create: (task) =>
      applied(
        storing(
          dynamo.send(
            new PutCommand({
              TableName: table,
              Item: { ...task, open: runningShardOf(task.id) },
              ConditionExpression: 'attribute_not_exists(id)',
            }),
          ),
        ),
      ),

    finish: (id, outcome, finishedAt) => update(id, finishUpdate({ ...outcome, finishedAt })),
    lowerUnits: (id, from, to) => update(id, lowerUnitsUpdate(from, to)),
    noteProgress: (id, progress) =>
      update(id, {
        UpdateExpression: 'SET progress = :progress',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':progress': progress, ':running': 'running' },
      }),

    beginSharing: (id, shared) =>
      update(id, {
        UpdateExpression: 'SET #shared = :shared',
        ConditionExpression: '#status = :running AND attribute_not_exists(#shared)',
        ExpressionAttributeNames: { '#status': 'status', '#shared': 'shared' },
        ExpressionAttributeValues: { ':shared': shared, ':running': 'running' },
      }),
    noteSegment: (id, nth, done, at) =>
      update(id, {
        UpdateExpression: 'SET #shared.done.#nth = :done, #shared.#at = :at',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: {
          ...{ '#status': 'status', '#shared': 'shared' },
          ...{ '#nth': `s${nth}`, '#at': 'at' },
        },
        ExpressionAttributeValues: { ':done': done, ':at': at, ':running': 'running' },
      }),

    async beginGeneration(id, call) {
      if (await update(id, beginGenerationUpdate(call))) return 'begun'
      const { Item: task } = await dynamo.send(
        new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
      )
      return (task?.['generationsBegun'] ?? 0) > call.nth ? 'begun before' : 'too dear'
    },

    async erase(id, deletedAt) {
      await update(id, { ...eraseUpdate, ExpressionAttributeValues: eraseValues(deletedAt) })
    },

    list: (account, limit, status) => listTasks(dynamo, table, { account, limit, status }),
    runningCreatedBefore: (before, limit) => readRunningTasks(dynamo, table, before, limit),
  }
}

function lowerUnitsUpdate(from: number, to: number) {
  return {
    UpdateExpression: 'SET units = :to',
    ConditionExpression: '#status = :running AND units = :from',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':to': to, ':from': from, ':running': 'running' },
  }
}

/** One condition decides both: that nobody began this call before, and that there is money left for it. */
function beginGenerationUpdate({
  nth,
  dollars,
  most,
}: {
  nth: number
  dollars: number
  most: number
}) {
  const isNext = nth === 0 ? 'attribute_not_exists(generationsBegun)' : 'generationsBegun = :nth'
  return {
    UpdateExpression: 'SET generationsBegun = :begun ADD generationDollars :dollars',
    ConditionExpression:
      `#status = :running AND ${isNext} AND :dollars <= :most AND ` +
      '(attribute_not_exists(generationDollars) OR generationDollars <= :left)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ...(nth > 0 && { ':nth': nth }),
      ...{ ':begun': nth + 1, ':dollars': dollars, ':most': most, ':left': most - dollars },
      ':running': 'running',
    },
  }
}

/** Sets every field of the outcome, provided that the task is still running and holds the units that it costs. */
function finishUpdate(fields: Record<string, unknown>) {
  return {
    UpdateExpression: `SET ${Object.keys(fields)
      .map((name) => `#${name} = :${name}`)
      .join(', ')} REMOVE #open`,
    ConditionExpression: `#status = :running${'units' in fields ? ' AND #units >= :units' : ''}`,
    ExpressionAttributeNames: {
      ...Object.fromEntries(Object.keys(fields).map((name) => [`#${name}`, name])),
      '#open': 'open',
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
      ':running': 'running',
    },
  }
}

const eraseUpdate = {
  UpdateExpression: 'SET deletedAt = :now, files = :none, #parameters = :none REMOVE #results',
  ConditionExpression: '#status <> :running',
  ExpressionAttributeNames: {
    '#status': 'status',
    '#parameters': 'parameters',
    '#results': 'results',
  },
  ExpressionAttributeValues: {},
}

function eraseValues(now: number) {
  return { ':now': now, ':none': {}, ':running': 'running' }
}
