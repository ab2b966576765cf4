import {
  GENERATIONS_HEADER,
  type Generation,
  generationHeaders,
  generationsFromHeader,
} from './generation.ts'

/**
 * What an ended task was charged: units, and, where the price is by the second, the started seconds. `generations` is
 * what generators did for it, which the operator of the service pays, whether the task succeeded or not.
 */
export type Charge = { units: number; seconds?: number; generations?: Generation[] }

/** Headers with the charge, on status answers and webhooks. Other services do not send them. */
export const UNITS_HEADER = 'darkroom-units'
export const SECONDS_HEADER = 'darkroom-seconds'

/** A charge as headers. */
export function chargeHeaders({
  units,
  seconds,
  generations = [],
}: Charge): Record<string, string> {
  return {
    [UNITS_HEADER]: String(units),
    ...(seconds !== undefined && { [SECONDS_HEADER]: String(seconds) }),
    ...generationHeaders(generations),
  }
}

/** Reads the charge from headers; undefined where they are absent or no whole numbers. */
export function chargeFromHeaders(
  header: (name: string) => string | null | undefined,
): Charge | undefined {
  const units = parseWhole(header(UNITS_HEADER))
  const seconds = parseWhole(header(SECONDS_HEADER))
  if (units === undefined) return undefined
  const generations = generationsFromHeader(header(GENERATIONS_HEADER))
  return {
    units,
    ...(seconds !== undefined && { seconds }),
    ...(generations && { generations }),
  }
}

function parseWhole(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
