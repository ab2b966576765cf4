import {
  GENERATIONS_HEADER,
  type Generation,
  generationHeaders,
  generationsFromHeader,
} from '../generator/generation.ts'
import { COMPUTE_HEADER, type Compute, computeFromHeader, computeHeaders } from './compute.ts'
import { MODELS_HEADER, type ModelUse, modelHeaders, modelsFromHeader } from './model-use.ts'

/**
 * What an ended task was charged: units, and, where the price is by the second, the started seconds. `generations` is
 * what generators did for it, which the operator of the service pays, whether the task succeeded or not; `models` are
 * the operator’s model files it was carried out with; `compute` is what several workers took that shared a video.
 */
export type Charge = {
  units: number
  seconds?: number
  generations?: Generation[]
  models?: ModelUse[]
  compute?: Compute
}

/** Headers with the charge, on status answers and webhooks. Other services do not send them. */
export const UNITS_HEADER = 'darkroom-units'
export const SECONDS_HEADER = 'darkroom-seconds'

/** A charge as headers. */
export function chargeHeaders({
  units,
  seconds,
  generations = [],
  models = [],
  compute,
}: Charge): Record<string, string> {
  return {
    [UNITS_HEADER]: String(units),
    ...(seconds !== undefined && { [SECONDS_HEADER]: String(seconds) }),
    ...generationHeaders(generations),
    ...modelHeaders(models),
    ...computeHeaders(compute),
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
  const models = modelsFromHeader(header(MODELS_HEADER))
  const compute = computeFromHeader(header(COMPUTE_HEADER))
  return {
    units,
    ...(seconds !== undefined && { seconds }),
    ...(generations && { generations }),
    ...(models && { models }),
    ...(compute && { compute }),
  }
}

function parseWhole(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
