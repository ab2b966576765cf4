import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { MAX_RESERVATIONS, type Reservation } from './unit-store.ts'

/** A conditional write of an account's balance item. */
export type BalanceChange = Omit<UpdateCommandInput, 'TableName' | 'Key'>

/** Adds units, unless a grant with this reference was added before. */
export const granting = (units: number, reference: string): BalanceChange => ({
  UpdateExpression: `SET available = if_not_exists(available, :zero) + :units,
    spent = if_not_exists(spent, :zero), reserved = if_not_exists(reserved, :none) ADD grants :references`,
  ConditionExpression: 'attribute_not_exists(grants) OR NOT contains(grants, :reference)',
  ExpressionAttributeValues: {
    ':units': units,
    ':zero': 0,
    ':none': {},
    ':reference': reference,
    ':references': new Set([reference]),
  },
})

/** Moves units to a reservation, if there are enough, the task has none and there is room for one more. */
export const reserving = ({ taskId, id, units, at }: Reservation): BalanceChange => ({
  UpdateExpression: 'SET available = available - :units, reserved.#task = :held',
  ConditionExpression:
    'available >= :units AND attribute_not_exists(reserved.#task) AND size(reserved) < :most',
  ExpressionAttributeNames: { '#task': taskId },
  ExpressionAttributeValues: {
    ':units': units,
    ':held': { id, units, at },
    ':most': MAX_RESERVATIONS,
  },
})

/** Takes a reservation away as spent, if it is still there. */
export const settling = ({ taskId, id }: Pick<Reservation, 'taskId' | 'id'>): BalanceChange => ({
  UpdateExpression: 'SET spent = spent + reserved.#task.units REMOVE reserved.#task',
  ConditionExpression: 'reserved.#task.id = :id',
  ExpressionAttributeNames: { '#task': taskId },
  ExpressionAttributeValues: { ':id': id },
})

/** Moves a reservation back to the available units, if it is still there. */
export const releasing = ({ taskId, id }: Pick<Reservation, 'taskId' | 'id'>): BalanceChange => ({
  UpdateExpression: 'SET available = available + reserved.#task.units REMOVE reserved.#task',
  ConditionExpression: 'reserved.#task.id = :id',
  ExpressionAttributeNames: { '#task': taskId },
  ExpressionAttributeValues: { ':id': id },
})
