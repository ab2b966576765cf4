import type { Feature } from './feature.ts'

/**
 * Units a successful effect task costs. Where the price is by the second, the seconds are those the client asked for
 * (`dst_duration`), otherwise `seconds`, those of the source; before the source has been seen nobody knows them, and
 * the price of one second is given.
 */
export const unitsOf = (
  { costs }: Pick<Feature, 'costs'>,
  parameters: Record<string, unknown>,
  seconds = 1,
): number => {
  const { amount, unit } = costs.find(({ applies }) => applies?.(parameters) ?? true) ?? costs[0]
  if (unit === 'result_image') return amount
  const asked = parameters['dst_duration']
  return amount * Math.max(1, Math.ceil(typeof asked === 'number' ? asked : seconds))
}
