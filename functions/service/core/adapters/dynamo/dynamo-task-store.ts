import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { asUnstorable, conditionHeld, resultIfApplied } from '../../../../dynamo.ts'
import type { TaskStore } from '../../ports/task-store.ts'
import {
  beginGenerationUpdate,
  keepTicketUpdate,
  type StoredTask,
  settleGenerationUpdate,
  taskOf,
  ticketOf,
} from './generation-updates.ts'
import {
  heldBy,
  releaseLeaseUpdate,
  renewLeaseUpdate,
  type TaskUpdate,
  takeLeaseUpdate,
} from './lease-updates.ts'
import { listTasks, readRunningTasks, shardOf } from './task-queries.ts'

/**
 * Tasks in a DynamoDB table with the key `id` and two indexes: `byAccount`, and `open`, a sparse index of the running
 * tasks.
 */
export function dynamoTaskStore(dynamo: DynamoDBDocumentClient, table: string): TaskStore {
  const send = (id: string, change: TaskUpdate) =>
    dynamo.send(new UpdateCommand({ TableName: table, Key: { id }, ...change }))
  const update = (id: string, change: TaskUpdate) => conditionHeld(send(id, change))
  const updated = async (id: string, change: TaskUpdate) => {
    const result = await resultIfApplied(send(id, { ...change, ReturnValues: 'ALL_NEW' }))
    return result && taskOf(result.Attributes as StoredTask)
  }
  const read = async (id: string): Promise<StoredTask | undefined> => {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
    )
    return Item as StoredTask | undefined
  }

  return {
    async get(id) {
      const found = await read(id)
      return found && taskOf(found)
    },

    create: (task) =>
      conditionHeld(
        asUnstorable(
          dynamo.send(
            new PutCommand({
              TableName: table,
              Item: { ...task, open: shardOf(task.id, 'waiting') },
              ConditionExpression: 'attribute_not_exists(id)',
            }),
          ),
        ),
      ),

    takeLease: (id, lease, now) => updated(id, takeLeaseUpdate(lease, now, shardOf(id, 'begun'))),
    renewUrls: (id, files, parameters) =>
      update(id, {
        UpdateExpression: 'SET files = :files, #parameters = :parameters',
        ConditionExpression: '#status = :running AND attribute_not_exists(startedAt)',
        ExpressionAttributeNames: { '#status': 'status', '#parameters': 'parameters' },
        ExpressionAttributeValues: {
          ':files': files,
          ':parameters': parameters,
          ':running': 'running',
        },
      }),
    renewLease: (id, lease) => update(id, renewLeaseUpdate(lease)),
    async releaseLease(id, holder) {
      await update(id, releaseLeaseUpdate(holder))
    },

    finish: (id, outcome, finishedAt, holder) =>
      updated(id, finishUpdate({ ...outcome, finishedAt }, holder)),
    lowerUnits: (id, holder, from, to) => update(id, lowerUnitsUpdate(holder, from, to)),
    noteProgress: (id, holder, progress) => update(id, noteProgressUpdate(holder, progress)),
    beginSharing: (id, holder, shared) => update(id, beginSharingUpdate(holder, shared)),
    noteSegment: (id, nth, done, at) =>
      update(id, {
        UpdateExpression: 'SET #shared.done.#nth = :done, #shared.#at = :at',
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#shared': 'shared',
          '#nth': `s${nth}`,
          '#at': 'at',
        },
        ExpressionAttributeValues: { ':done': done, ':at': at, ':running': 'running' },
      }),

    async beginGeneration(id, holder, call) {
      if (await update(id, beginGenerationUpdate(holder, call))) return 'begun'
      const task = await read(id)
      if (task?.status !== 'running' || task.lease?.holder !== holder) return 'not held'
      if ((task.generationsBegun ?? 0) <= call.nth) return 'too dear'
      const ticket = ticketOf(task, call.nth)
      return ticket === undefined ? 'begun before' : { ticket }
    },

    async keepTicket(id, holder, nth, ticket) {
      const task = await read(id)
      if (!task) return false
      return await update(id, keepTicketUpdate(task, { holder, nth, ticket }))
    },

    async settleGeneration(id, holder, nth, generation) {
      const task = await read(id)
      if (!task) return false
      return await update(id, settleGenerationUpdate(task, { holder, nth, generation }))
    },

    async erase(id, deletedAt) {
      await update(id, { ...eraseUpdate, ExpressionAttributeValues: eraseValues(deletedAt) })
    },

    list: (account, limit, status, before) =>
      listTasks(dynamo, table, { account, limit, status, before }),
    runningCreatedBefore: (before, limit) => readRunningTasks(dynamo, table, before, limit),
  }
}

function noteProgressUpdate(holder: string, progress: object): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  return {
    UpdateExpression: 'SET progress = :progress',
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ':progress': progress },
  }
}

function beginSharingUpdate(holder: string, shared: object): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  return {
    UpdateExpression: 'SET #shared = :shared REMOVE #lease',
    ConditionExpression: `${condition} AND attribute_not_exists(#shared)`,
    ExpressionAttributeNames: { ...names, '#shared': 'shared' },
    ExpressionAttributeValues: { ...values, ':shared': shared },
  }
}

function lowerUnitsUpdate(holder: string, from: number, to: number): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  return {
    UpdateExpression: 'SET units = :to',
    ConditionExpression: `${condition} AND units = :from`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ':to': to, ':from': from },
  }
}

/**
 * Sets every field of the outcome, provided that the task is still running, that it is held by `holder` where one is
 * named, and holds the units that it costs.
 */
function finishUpdate(fields: Record<string, unknown>, holder: string | undefined): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  const isPaid = 'units' in fields ? ' AND #units >= :units' : ''
  return {
    UpdateExpression: `SET ${Object.keys(fields)
      .map((name) => `#${name} = :${name}`)
      .join(', ')} REMOVE #open, #lease`,
    ConditionExpression: `${condition}${isPaid}`,
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(Object.keys(fields).map((name) => [`#${name}`, name])),
      '#open': 'open',
      '#lease': 'lease',
    },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
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
