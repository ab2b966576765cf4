import { expect, test } from 'vitest'
import {
  beginGenerationUpdate,
  keepTicketUpdate,
  settleGenerationUpdate,
  taskOf,
  ticketOf,
} from '../../../../../../functions/service/core/adapters/dynamo/generation-updates.ts'

const told = (dollars: number, more = {}) => ({ model: 'm', dollars, ...more }) as never
const values = ({
  ExpressionAttributeValues: given,
}: {
  ExpressionAttributeValues?: object | undefined
}) => given as Record<string, unknown>

test('a task’s calls are those that were carried out, without what a generator calls them', () => {
  const task = { id: 't', open: 'x', generations: [null, told(1, { ticket: 'a' })] } as never
  expect(taskOf(task)).toEqual({ id: 't', generations: [told(1)] })
  expect(taskOf({ id: 't', generations: [null] } as never)).toEqual({ id: 't' })
  expect(taskOf({ id: 't' } as never)).toEqual({ id: 't' })
})

test('a call is begun once, and where there is money left for it', () => {
  const first = beginGenerationUpdate('me', { nth: 0, most: 5, told: told(2) })
  expect(first.ConditionExpression).toContain(' AND attribute_not_exists(generationsBegun) AND ')
  expect(values(first)).toMatchObject({ ':begun': 1, ':dollars': 2, ':most': 5, ':left': 3 })
  expect(values(first)).toMatchObject({ ':none': [], ':told': [told(2)] })
  expect(values(first)).not.toHaveProperty(':nth')
  const second = beginGenerationUpdate('me', { nth: 1, most: 5, told: told(2) })
  expect(second.ConditionExpression).toContain(' AND generationsBegun = :nth AND ')
  expect(values(second)).toMatchObject({ ':nth': 1, ':begun': 2 })
})

/** Three calls were begun, of which the last two are listed. */
const TASK = { generationsBegun: 3, generations: [told(1, { ticket: 'a' }), told(2)] } as never

test.each([
  [0, undefined, 'SET generations[0].ticket = :ticket'],
  [1, 'a', 'SET generations[0].ticket = :ticket'],
  [2, undefined, 'SET generations[1].ticket = :ticket'],
])('call %i has the ticket %s and keeps one by "%s"', (nth, ticket, update) => {
  expect(ticketOf(TASK, nth)).toBe(ticket)
  const kept = keepTicketUpdate(TASK, { holder: 'me', nth, ticket: 'b' })
  expect(kept.UpdateExpression).toBe(update)
  expect(values(kept)).toMatchObject({ ':ticket': 'b' })
})

const settled = (nth: number, generation?: never, task = TASK) =>
  settleGenerationUpdate(task, { holder: 'me', nth, generation })

test('what became of a call is put into its place, with its ticket', () => {
  expect(settled(1, told(9)).UpdateExpression).toBe('SET generations[0] = :one')
  expect(values(settled(1, told(9)))).toMatchObject({ ':one': told(9, { ticket: 'a' }) })
  expect(settled(2, told(9)).UpdateExpression).toBe('SET generations[1] = :one')
  expect(values(settled(2, told(9)))[':one']).toEqual(told(9))
  expect(values(settled(2))).toMatchObject({ ':one': null })
  expect(values(settled(2))).not.toHaveProperty(':none')
})

test('a call that has no place is added', () => {
  const added = settled(0, told(9))
  expect(added.UpdateExpression).toContain('list_append(if_not_exists(generations, :none), :one)')
  expect(values(added)).toMatchObject({ ':none': [], ':one': [told(9)] })
  expect(values(settled(0))).toMatchObject({ ':one': [] })
  expect(settled(0, told(9), {} as never).UpdateExpression).toBe('SET generations[0] = :one')
})
