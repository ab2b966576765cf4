import { expect, test } from 'vitest'
import { parseBudget } from '../../../catalog/costs/budget.ts'

test('a budget is read from its text or its value', () => {
  const budget = { units: 0, dollars: 0.5, recipes: { slim: { units: 7 } } }
  expect([parseBudget(budget), parseBudget(JSON.stringify(budget))]).toEqual([budget, budget])
  expect(parseBudget({})).toEqual({})
})

test.each<[unknown, string]>([
  [{ units: -1 }, 'budget.units must be like {"units": 500,'],
  [{ recipes: { slim: { dollars: 'x' } } }, 'budget.recipes.slim.dollars must be like'],
  ['{', 'budget must be like'],
  [7, 'budget must be like'],
])('%j is refused by the name of its field', (given, words) => {
  expect(() => parseBudget(given)).toThrow(words)
  expect(() => parseBudget(given)).toThrow('numbers of 0 or more a day.')
})
