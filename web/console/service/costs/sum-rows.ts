import type { CostsAnswer } from '../../../../catalog/console/service-wire.ts'

export type CostRow = CostsAnswer['rows'][number]

/** Outcomes in the order in which they are stacked. */
export const OUTCOMES = ['succeeded', 'refused', 'failed', 'parked'] as const

const AMOUNTS = [...OUTCOMES, 'units', 'dollars'] as const

export type Amounts = Record<(typeof AMOUNTS)[number], number>

/** The sums of rows. */
export function sumRows(rows: readonly CostRow[]): Amounts {
  const sum: Amounts = { succeeded: 0, refused: 0, failed: 0, parked: 0, units: 0, dollars: 0 }
  for (const row of rows) for (const name of AMOUNTS) sum[name] += row[name]
  return sum
}

/** The sums of each day, in the order of the days; a day without rows has none. */
export function byDay(rows: readonly CostRow[], days: readonly string[]): Amounts[] {
  return days.map((day) => sumRows(rows.filter((row) => row.day === day)))
}

/** Values stacked on each other, from the lowest layer to the highest: each layer has those below it in it. */
export function stacked(layers: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = []
  for (const layer of layers) {
    const below = sums.at(-1)
    sums.push(layer.map((value, at) => value + (below?.[at] ?? 0)))
  }
  return sums
}
