import type { BudgetAccount } from '../ports/budget-account.ts'

/** What is taken of a day's budget, by counter, over these of its shards. */
export async function totalsOf(
  shards: readonly string[],
  budgetAccount: Pick<BudgetAccount, 'read'>,
): Promise<Record<string, number>> {
  const balances = await Promise.all(shards.map((shard) => budgetAccount.read(shard)))
  const sum: Record<string, number> = {}
  for (const { totals } of balances) {
    for (const [counter, amount] of Object.entries(totals)) {
      sum[counter] = (sum[counter] ?? 0) + amount
    }
  }
  return sum
}
