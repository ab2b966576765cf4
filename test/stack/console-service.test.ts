import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AccountsAnswer,
  BudgetAnswer,
  CostsAnswer,
  DeliveriesAnswer,
  KeysAnswer,
  ParkedAnswer,
  TaskAnswer,
  TasksAnswer,
  UnitsAnswer,
} from '../../catalog/console/service-wire.ts'
import { browserOf } from './console-browser.ts'
import { eventually } from './eventually.ts'
import { dropMany } from './many-files.ts'
import { noopWorker } from './noop-worker.ts'
import { type Run, startRun } from './start-run.ts'

let run: Run
beforeAll(async () => {
  const budget = { units: 1_000, recipes: { slim: { dollars: 2 } } }
  run = await startRun({}, { console: true, consoleRole: 'viewer', spending: { budget } })
})
afterAll(() => run.close())

test('what the service has and did is looked at, and what jobs cost', {
  timeout: 300_000,
}, async () => {
  run.around('service/run-task', noopWorker())
  const files = await dropMany(run, 'service', 3)
  await files.ended()
  const admin = browserOf(String(run.at.consoleUrl))
  await admin.ask('POST', '/session', { secret: admin.secret })

  const { accounts } = await admin.read<AccountsAnswer>('/accounts')
  expect(accounts.map(({ account }) => account)).toEqual(['local'])
  const units = await admin.read<UnitsAnswer>('/units?account=local&limit=2')
  expect(units.available).toBe(accounts[0]?.available)
  expect(units.lots).toMatchObject([{ granted: 1_000_000, remaining: units.available }])
  expect(units.history).toHaveLength(2)
  const more = await admin.read<UnitsAnswer>(
    `/units?account=local&before=${encodeURIComponent(String(units.next))}`,
  )
  expect(more.history.at(-1)).toMatchObject({ action: 'grant', units: 1_000_000 })

  const first = await admin.read<TasksAnswer>('/tasks?account=local&limit=4')
  const second = await admin.read<TasksAnswer>(`/tasks?account=local&before=${first.next}`)
  const ids = [...first.tasks, ...second.tasks].map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  expect(second.next).toBeUndefined()
  const errors = await admin.read<TasksAnswer>('/tasks?account=local&status=error')
  expect(errors.tasks).toEqual([])
  const { task, charge } = await admin.read<TaskAnswer>(`/tasks/${ids[0]}`)
  expect(task).toMatchObject({ id: ids[0], status: 'success', account: 'local' })
  expect(charge?.units).toBeGreaterThanOrEqual(0)
  expect(JSON.stringify(task)).not.toContain('X-Amz-Signature')

  const told = await admin.read<DeliveriesAnswer>('/deliveries?account=local')
  expect(told.deliveries).toHaveLength(6)
  expect(told.deliveries[0]).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }] })
  expect(await admin.read('/deliveries?account=local&failed=true')).toEqual({ deliveries: [] })
  const { keys, uploads } = await admin.read<KeysAnswer>('/keys')
  expect(keys).toMatchObject([{ account: 'local', name: 'pipeline', state: 'active' }])
  expect(keys[0]?.requests.inWindow).toBeGreaterThan(0)
  expect(keys[0]).not.toHaveProperty('hash')
  expect(uploads).toMatchObject([{ account: 'local', most: 100_000_000_000 }])

  const costs = await eventually('the metrics of the jobs', async () => {
    const answer = await admin.read<CostsAnswer>('/costs?by=day,recipe&days=2')
    return answer.rows.length > 0 ? answer : undefined
  })
  expect(costs.days).toHaveLength(2)
  expect(costs.rows).toMatchObject([{ recipe: 'slim', succeeded: 3, failed: 0, parked: 0 }])
  expect(costs.rows[0]?.dollars).toBeGreaterThan(0)
  const budget = await admin.read<BudgetAnswer>('/budget')
  expect(budget.lines.map(({ recipe, of, most }) => [recipe, of, most])).toEqual([
    [undefined, 'units', 1_000],
    ['slim', 'dollars', 2],
  ])
  expect(budget.lines[0]?.taken).toBeGreaterThan(0)
  expect(await admin.read<ParkedAnswer>('/parked')).toEqual({ jobs: [], more: false })
  expect(await admin.read('/audit')).toEqual({ entries: [] })
})
