import { expect, test } from 'vitest'
import { readBudget } from '../../../../functions/operate/budget/read-budget.ts'
import { scripted } from '../scripted.ts'

const NOW = Date.parse('2026-01-31T23:59:59.999Z')

test('each limit has what is taken of it today, over all shards', async () => {
  const { client } = scripted({
    Get: ({ Key: { id } }: { Key: { id: string } }) => {
      if (id === 'budget#2026-01-31') {
        return {
          Item: { 'counter units': 3, 'counter dollars:slim': 0.5, 'counter units:slim': 9 },
        }
      }
      return id === 'budget#2026-01-31#7' ? { Item: { 'counter units': 4 } } : {}
    },
  })
  const budget = { units: 10, recipes: { slim: { dollars: 2 }, lift: { units: 0 } } }
  const clients = { db: client, at: { jobsTable: 'jobs' } } as never
  expect(await readBudget(clients, budget, NOW)).toEqual({
    day: '2026-01-31',
    until: '2026-02-01T00:00:00.000Z',
    lines: [
      { of: 'units', taken: 7, most: 10 },
      { recipe: 'slim', of: 'dollars', taken: 0.5, most: 2 },
      { recipe: 'lift', of: 'units', taken: 0, most: 0 },
    ],
  })
})
