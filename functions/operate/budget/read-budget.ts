import type { Budget } from '../../../catalog/costs/budget.ts'
import { dynamoBudgetAccount } from '../../pipeline/core/adapters/dynamo-budget-account.ts'
import { budgetDay, budgetShardsOfDay, nextOpening } from '../../pipeline/core/budget/counters.ts'
import { totalsOf } from '../../pipeline/core/budget/totals-of.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** A limit of a day's budget with what is taken of it. */
export type BudgetLine = {
  /** Absent for the limit of the whole pipeline. */
  recipe?: string
  of: 'units' | 'dollars'
  taken: number
  most: number
}

/** The budget of this day (UTC): its limits, and when the next one begins, ISO 8601. */
export type BudgetOfDay = { day: string; until: string; lines: BudgetLine[] }

/** What is taken of each limit of the budget today; reserved amounts of running jobs count. */
export async function readBudget(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  budget: Budget,
  now: number,
): Promise<BudgetOfDay> {
  const day = budgetDay(now)
  const totals = await totalsOf(budgetShardsOfDay(day), dynamoBudgetAccount(db, at.jobsTable))
  const limits = [
    { recipe: undefined, ...budget },
    ...Object.entries(budget.recipes ?? {}).map(([recipe, own]) => ({ recipe, ...own })),
  ]
  const lines = limits.flatMap(({ recipe, ...own }) =>
    (['units', 'dollars'] as const).flatMap((of): BudgetLine[] => {
      const most = own[of]
      if (most === undefined) return []
      const taken = totals[recipe === undefined ? of : `${of}:${recipe}`] ?? 0
      return [{ ...(recipe !== undefined && { recipe }), of, taken, most }]
    }),
  )
  return { day, until: nextOpening(now), lines }
}
