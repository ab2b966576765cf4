/** What an ended task was charged: units, and where the price is by the second the started seconds they are for. */
export type Charge = { units: number; seconds?: number }

/** The headers in which the service says it, on answers of status and on webhooks. Others say nothing. */
export const UNITS_HEADER = 'darkroom-units'
export const SECONDS_HEADER = 'darkroom-seconds'

/** A charge as headers. */
export function chargeHeaders({ units, seconds }: Charge): Record<string, string> {
  return {
    [UNITS_HEADER]: String(units),
    ...(seconds !== undefined && { [SECONDS_HEADER]: String(seconds) }),
  }
}

/** The charge some headers tell of; undefined where they tell of none, or not in whole numbers. */
export function chargeFromHeaders(
  header: (name: string) => string | null | undefined,
): Charge | undefined {
  const units = parseWhole(header(UNITS_HEADER))
  const seconds = parseWhole(header(SECONDS_HEADER))
  return units === undefined ? undefined : { units, ...(seconds !== undefined && { seconds }) }
}

function parseWhole(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
