import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { expect, test } from 'vitest'
import { readOutcomes } from '../../../../functions/operate/costs/read-outcomes.ts'

type Query = {
  Id: string
  MetricStat: { Metric: { MetricName: string; Dimensions: { Name: string; Value: string }[] } }
}

const NOW = Date.parse('2026-11-26T15:00:00Z')

/** Answers each metric with what is known of it today, by `recipe outcome name`, in two pages. */
function metrics(amounts: Readonly<Record<string, number>>) {
  const asked: { StartTime: Date; queries: string[] }[] = []
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    const queries = (input['MetricDataQueries'] as Query[]).map(
      ({ Id, MetricStat: { Metric } }) => {
        const of = Object.fromEntries(Metric.Dimensions.map(({ Name, Value }) => [Name, Value]))
        const parts = [of['Recipe'], of['Outcome'], Metric.MetricName]
        return { Id, name: parts.filter(Boolean).join(' ') }
      },
    )
    asked.push({ StartTime: input['StartTime'] as Date, queries: queries.map(({ name }) => name) })
    const half = Math.ceil(queries.length / 2)
    const page = input['NextToken'] ? queries.slice(half) : queries.slice(0, half)
    return {
      MetricDataResults: page.map(({ Id, name }) => ({
        Id,
        Timestamps: name in amounts ? [new Date('2026-11-26T00:00:00Z')] : [],
        Values: name in amounts ? [amounts[name]] : [],
      })),
      ...(!input['NextToken'] && { NextToken: 'more' }),
    }
  }
  return { cloudWatch: { send } as unknown as CloudWatchClient, asked }
}

test('each day and recipe has its outcomes, units and dollars, and what is left is of recipes that are gone', async () => {
  const { cloudWatch, asked } = metrics({
    'slim succeeded Jobs': 5,
    'slim failed Jobs': 1,
    'slim succeeded Units': 10,
    'slim failed Units': 1,
    'slim succeeded Dollars': 0.2,
    'slim parked Jobs': 1,
    'slim parked Dollars': 0.1,
    'unusable failed Jobs': 2,
    'succeeded Jobs': 9,
    'failed Jobs': 3,
    'parked Jobs': 1,
    Units: 15,
    Dollars: 0.5,
  })
  const rows = await readOutcomes(cloudWatch, {
    pipeline: 'p',
    recipes: ['slim'],
    days: 3,
    now: NOW,
  })
  const day = '2026-11-26'
  const none = { succeeded: 0, refused: 0, failed: 0, parked: 0, units: 0, dollars: 0 }
  expect(rows).toEqual([
    { ...none, day, recipe: 'slim', succeeded: 5, failed: 1, parked: 1, units: 11, dollars: 0.3 },
    { ...none, day, recipe: 'unusable', failed: 2 },
    { ...none, day, succeeded: 4, units: 4, dollars: 0.2 },
  ])
  expect(asked[0]?.StartTime.toISOString()).toBe('2026-11-24T00:00:00.000Z')
  expect(asked[0]?.queries).toHaveLength(6 + 12 + 12)
})

test('more than 500 metrics are asked for in several requests', async () => {
  const { cloudWatch, asked } = metrics({ 'r77 succeeded Jobs': 1, 'succeeded Jobs': 1 })
  const recipes = Array.from({ length: 78 }, (_, at) => `r${at}`)
  const rows = await readOutcomes(cloudWatch, { pipeline: 'p', recipes, days: 1, now: NOW })
  expect(rows).toMatchObject([{ recipe: 'r77', succeeded: 1 }])
  expect(Math.max(...asked.map(({ queries }) => queries.length))).toBe(500)
})

test('the newest day comes first, in it recipes by their names, and last what is of none', async () => {
  const days = ['24', '26', '25'].map((day) => `2026-11-${day}`)
  const send = async ({ input }: { input: { MetricDataQueries: Query[] } }) => ({
    MetricDataResults: input.MetricDataQueries.map(({ Id, MetricStat: { Metric } }) => ({
      Id,
      Timestamps: days.map((day) => new Date(`${day}T00:00:00Z`)),
      // Of each recipe one job, and one of a recipe that is gone.
      Values: days.map(() => (Metric.Dimensions.some(({ Name }) => Name === 'Recipe') ? 1 : 4)),
    })),
  })
  const recipes = ['b', 'c', 'a']
  const asked = { pipeline: 'p', recipes, days: 3, now: NOW }
  const rows = await readOutcomes({ send } as unknown as CloudWatchClient, asked)
  const order = ['a', 'b', 'c', 'unusable']
  expect(rows.map(({ day, recipe }) => [day, recipe])).toEqual(
    days
      .toSorted()
      .toReversed()
      .flatMap((day) => order.map((recipe) => [day, recipe])),
  )
  const gone = await readOutcomes({ send } as unknown as CloudWatchClient, {
    ...asked,
    recipes: ['b'],
  })
  expect(gone.map(({ day, recipe }) => [day, recipe])).toEqual(
    days
      .toSorted()
      .toReversed()
      .flatMap((day) => ['b', 'unusable', undefined].map((recipe) => [day, recipe])),
  )
})
