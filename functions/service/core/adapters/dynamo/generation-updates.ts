import type { Generation } from '../../../../../catalog/generator/generation.ts'
import type { Task } from '../../model/task.ts'
import { heldBy, type TaskUpdate } from './lease-updates.ts'

/**
 * A call of a generator as it is stored, with what the generator calls it: null once it is known that it was not
 * carried out.
 */
type StoredGeneration = (Generation & { ticket?: string }) | null

/** A task's item, in which calls that were not carried out keep their places. */
export type StoredTask = Omit<Task, 'generations'> & {
  generations?: StoredGeneration[]
  open?: string
}

/** The task of an item. */
export function taskOf({ open: _, generations, ...task }: StoredTask): Task {
  const made = (generations ?? []).flatMap((one) => {
    if (one === null) return []
    const { ticket: __, ...told } = one
    return [told]
  })
  return { ...task, ...(made.length > 0 && { generations: made }) }
}

/** One condition decides: the worker holds the task, nobody began this call, and there is money left for it. */
export function beginGenerationUpdate(
  holder: string,
  { nth, most, told }: { nth: number; most: number; told: Generation },
): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  const isNext = nth === 0 ? 'attribute_not_exists(generationsBegun)' : 'generationsBegun = :nth'
  const { dollars } = told
  return {
    UpdateExpression:
      'SET generationsBegun = :begun, generations = list_append(if_not_exists(generations, :none), :told)' +
      ' ADD generationDollars :dollars',
    ConditionExpression:
      `${condition} AND ${isNext} AND :dollars <= :most AND ` +
      '(attribute_not_exists(generationDollars) OR generationDollars <= :left)',
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...(nth > 0 && { ':nth': nth }),
      ':begun': nth + 1,
      ':dollars': dollars,
      ':most': most,
      ':left': most - dollars,
      ':none': [],
      ':told': [told],
    },
  }
}

/** The place of call `nth` in the list; below zero where it has none. */
function placeOf(
  { generations = [], generationsBegun = 0 }: Pick<StoredTask, 'generations' | 'generationsBegun'>,
  nth: number,
): number {
  return generations.length - (generationsBegun - nth)
}

/** What the generator calls call `nth`; undefined where that was not kept. */
export function ticketOf(
  task: Pick<StoredTask, 'generations' | 'generationsBegun'>,
  nth: number,
): string | undefined {
  return task.generations?.[placeOf(task, nth)]?.ticket
}

/** Keeps what the generator calls call `nth`, which was begun. */
export function keepTicketUpdate(
  task: Pick<StoredTask, 'generations' | 'generationsBegun'>,
  { holder, nth, ticket }: { holder: string; nth: number; ticket: string },
): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  return {
    UpdateExpression: `SET generations[${Math.max(0, placeOf(task, nth))}].ticket = :ticket`,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ':ticket': ticket },
  }
}

/**
 * Puts what became of call `nth` into its place, with its ticket: a worker that takes the task up after a crash asks
 * for the answer again. Calls are listed in their order, so the last is the one that was begun last; of a task whose
 * work was begun by an earlier version of the service, the first ones may not be listed, and what has no place is
 * added.
 */
export function settleGenerationUpdate(
  task: Pick<StoredTask, 'generations' | 'generationsBegun'>,
  { holder, nth, generation }: { holder: string; nth: number; generation: Generation | undefined },
): TaskUpdate {
  const { condition, names, values } = heldBy(holder)
  const place = placeOf(task, nth)
  const ticket = ticketOf(task, nth)
  const kept = generation && { ...generation, ...(ticket !== undefined && { ticket }) }
  return {
    UpdateExpression:
      place < 0
        ? 'SET generations = list_append(if_not_exists(generations, :none), :one)'
        : `SET generations[${place}] = :one`,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ...values,
      ...(place < 0 ? { ':none': [], ':one': kept ? [kept] : [] } : { ':one': kept ?? null }),
    },
  }
}
