import type { ByRole, Stage } from '../../../catalog/feature.ts'

/**
 * Performs a task: the port to the engine. Throws a `Fault` for a failure that the client can understand; any other
 * error is a defect.
 */
export type Perform = (
  request: {
    feature: string
    stage: Stage
    params: Record<string, unknown>
    files: ByRole<Uint8Array>
    /** The most seconds of result that the reserved units pay for; absent where the price is not by the second. */
    mostSeconds?: number | undefined
  },
  options: {
    signal: AbortSignal
    /** To be called as soon as the length of the result (seconds) is known, and before it is made. */
    lengthKnown: (seconds: number) => Promise<void>
  },
) => Promise<{
  results: Record<string, unknown>
  output?: { bytes: Uint8Array; contentType: string; extension: string }
  /** The length of the result, where the price is by the second. */
  seconds?: number
}>
