import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { createDynamoClient } from '../../../../../functions/dynamo.ts'
import { TASKS_IN_ITEM } from '../../../../../functions/service/core/adapters/dynamo/dynamo-free-task-store.ts'
import {
  MAX_BATCHED_FREE_TASKS,
  MAX_FREE_TASKS,
} from '../../../../../functions/service/core/ports/free-task-store.ts'
import { MAX_BATCHED_RESERVATIONS } from '../../../../../functions/service/core/ports/unit-store.ts'
import { countFreeTask } from '../../../../../functions/service/core/tasks/count-free-task.ts'
import { reserveUnits } from '../../../../../functions/service/core/tasks/reserve-units.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'
import { create, fixture, run, useTaskFixture } from '../../run-task/task-fixture.ts'

useTaskFixture()

const detect = () => create({ src_file_url: `${fixture.origin}/a.jpg` }, 'pre-process')
const running = () => fixture.backend.deps.freeTasks.list(fixture.account)

/** Fills all places but `left` with tasks that nobody stored, as requests that crashed leave them. */
async function fill(left: number, age: number): Promise<void> {
  const { account, backend } = fixture
  const at = Math.floor(backend.deps.now() / 1000) - age
  const ids = Array.from({ length: MAX_FREE_TASKS - left }, (_, n) => `crashed-${n}`)
  const running = Object.fromEntries(ids.slice(0, TASKS_IN_ITEM).map((id) => [id, at]))
  const own = ids.slice(TASKS_IN_ITEM).map((id) => ({ account, entry: `free#${id}`, at }))
  const items = [{ account, entry: 'free', running }, ...own]
  const database = createDynamoClient()
  // As many as one request takes.
  for (let from = 0; from < items.length; from += 25) {
    const units = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
    await database.send(new BatchWriteCommand({ RequestItems: { units } }))
  }
  database.destroy()
}

test('detections of an account are bounded, in words, and one that ends makes room', async () => {
  await fill(1, 0)
  const last = await detect()
  await expect(detect()).rejects.toMatchObject({
    code: 'TooManyRequests',
    message: expect.stringMatching(/may have 250 tasks under way that cost no units/),
  })
  // Others are not bounded by it: neither what costs units, nor another account.
  await create({ src_file_url: `${fixture.origin}/a.jpg` })
  expect(await run(last)).toMatchObject({ status: 'success', isFree: true })
  expect(await running()).not.toHaveProperty(last)
  await detect()
})

test('the first detections of an account, all at once, are none too many for each other', async () => {
  const { freeTasks } = fixture.backend.deps
  for (let round = 0; round < fewOrAll(2, 10); round++) {
    const added = await Promise.all(
      Array.from({ length: 24 }, (_, n) => freeTasks.add(`new-${round}`, `task-${n}`, 0, 250)),
    )
    expect(added.filter(Boolean)).toHaveLength(24)
  }
})

test('what crashed requests left is freed when the place is needed', async () => {
  await fill(0, 3600)
  const id = await detect()
  expect(Object.keys(await running())).toHaveLength(MAX_FREE_TASKS - 9)
  expect(await running()).toHaveProperty(id)
})

test('an effect of an account without units is refused as before, and its detection is free', async () => {
  const { account } = await fixture.backend.addAccount(0)
  fixture.account = account
  await expect(create({ src_file_url: `${fixture.origin}/a.jpg` })).rejects.toMatchObject({
    code: 'CreditInsufficiency',
  })
  expect(await run(await detect())).toMatchObject({ status: 'success', units: 0 })
  expect(await running()).toEqual({})
})

test('a batch leaves room for single files among detections and effects', async () => {
  const { account, backend } = fixture
  const batch = { account, batched: true } as const
  await fill(MAX_FREE_TASKS - MAX_BATCHED_FREE_TASKS + 1, 0)
  await countFreeTask({ ...batch, id: 'last' }, backend.deps)
  await expect(countFreeTask({ ...batch, id: 'more' }, backend.deps)).rejects.toMatchObject({
    message: expect.stringContaining('its batches 200 of these'),
  })
  await countFreeTask({ account, id: 'single' }, backend.deps)

  const asked: (number | undefined)[] = []
  const units: typeof backend.deps.units = {
    ...backend.deps.units,
    reserve: async (_, { places }) => {
      asked.push(places)
      return { refused: 'crowded', all: [] }
    },
  }
  const range = { least: 1, most: 1 }
  for (const whose of [
    { ...batch, id: 'a' },
    { account, id: 'b' },
  ]) {
    expect(await reserveUnits(whose, range, { ...backend.deps, units })).toHaveProperty('refused')
  }
  expect(asked).toEqual([MAX_BATCHED_RESERVATIONS, undefined])
})

test('places bound the reservations of an account', async () => {
  const { account, backend } = fixture
  const { units } = backend.deps
  const reserve = (n: number, places?: number) =>
    units.reserve(account, { taskId: `task-${n}`, id: `r-${n}`, least: 1, most: 1, at: 1, places })
  await reserve(1)
  expect(await reserve(2, 2)).toHaveProperty('held')
  expect(await reserve(3, 2)).toMatchObject({ refused: 'crowded' })
  expect(await reserve(3)).toHaveProperty('held')
})
