import { expect, test } from 'vitest'
import {
  budgetDay,
  countersOf,
  exceededCounters,
  headroom,
  limitsOf,
  nextOpening,
} from '../../../../../functions/pipeline/core/budget/counters.ts'

test('a budget day is the date in UTC, and the next one begins at its midnight', () => {
  const last = Date.UTC(2026, 0, 31, 23, 59, 59, 999)
  expect(budgetDay(last)).toBe('2026-01-31')
  expect(nextOpening(last)).toBe('2026-02-01T00:00:00.000Z')
  expect(budgetDay(last + 1)).toBe('2026-02-01')
  expect(nextOpening(last + 1)).toBe('2026-02-02T00:00:00.000Z')
})

test('a job counts for the pipeline and for its recipe', () => {
  expect(countersOf('slim', { units: 3, dollars: 0.25 })).toEqual({
    units: 3,
    dollars: 0.25,
    'units:slim': 3,
    'dollars:slim': 0.25,
  })
})

test('limits are those of the pipeline and of this recipe; none stands for unlimited', () => {
  const budget = { units: 0, recipes: { slim: { dollars: 2 }, bob: { units: 1 } } }
  expect(limitsOf(budget, 'slim')).toEqual({ units: 0, 'dollars:slim': 2 })
  expect(limitsOf(budget, 'other')).toEqual({ units: 0 })
})

test('a counter is exceeded by more than its limit, and not by what fills it', () => {
  const most = { units: 10, dollars: 0.3 }
  expect(exceededCounters({ units: 7 }, { units: 3 }, most)).toEqual([])
  expect(exceededCounters({ units: 8 }, { units: 3 }, most)).toEqual(['units'])
  // 0.1 + 0.2 is more than 0.3 in binary fractions.
  expect(exceededCounters({ dollars: 0.1 }, { dollars: 0.2 }, most)).toEqual([])
  expect(headroom('dollars', { dollars: 0.1 }, most)).toBe(0.2)
  expect(headroom('units', {}, {})).toBe(0)
})
