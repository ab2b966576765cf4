/** One price of a feature. */
export type Cost = {
  /** What the price is for, e.g. `Body reshape v1.0`. */
  description: string
  /** Units. */
  amount: number
  /** What `amount` is charged for; started seconds count whole. */
  unit: 'result_image' | 'second'
  /** Whether this price applies to a task; absent: to all. */
  applies?: (parameters: Record<string, unknown>) => boolean
}
