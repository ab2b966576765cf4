import { type Budget, parseBudget } from '../../catalog/costs/budget.ts'

/** What may be spent, and what a unit costs. */
export type SpendingProps = {
  /**
   * The most a day (UTC) may spend: units, estimated dollars or both, of the pipeline and of recipes by name. A file
   * that does not fit is parked and goes on another day. @default none
   */
  readonly budget?: Budget | undefined
  /** Dollars one unit of the service costs, for estimates and budgets in dollars. @default 0 */
  readonly unitPrice?: number | undefined
  /** Dollars that the service's generator asks for a picture, for budgets in dollars. @default 0 */
  readonly generatorPrice?: number | undefined
}

/** The variables of the functions that begin jobs. Throws naming the field that breaks a rule. */
export function spendingEnvironment({ budget, unitPrice = 0, generatorPrice = 0 }: SpendingProps) {
  if (!(unitPrice >= 0)) throw new Error('unitPrice must be a number of 0 or more.')
  return {
    BUDGET: JSON.stringify(parseBudget(budget ?? {})),
    UNIT_PRICE: String(unitPrice),
    ...(generatorPrice > 0 && { GENERATOR_PRICE: String(generatorPrice) }),
  }
}
