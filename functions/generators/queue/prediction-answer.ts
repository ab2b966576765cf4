import { Fault } from '../../../catalog/failures/fault.ts'
import type { WireAnswer } from './wire.ts'

/**
 * The output of a prediction that has ended, as Replicate and Cog tell it.
 * @throws Fault `content` or `runtime` for one that failed
 */
export function predictionAnswer({ status, output, error }: Record<string, unknown>): WireAnswer {
  if (status === 'succeeded') return { output }
  const isRefusal = /nsfw|safety|moderat|sensitive|content polic/i.test(String(error))
  throw isRefusal
    ? new Fault('content', 'The generator’s filter refused the picture or what it made.')
    : new Fault('runtime', 'The generator failed.')
}
