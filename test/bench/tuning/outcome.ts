import { Fault } from '../../../catalog/failures/fault.ts'
import type { Engine, PerformRequest } from '../../../engine/perform.ts'
import { withoutTimes } from '../../same/recording-engine.ts'

/** What came of a task. */
export type Outcome = { bytes?: Uint8Array; results?: unknown; refused?: string }

/** A defect counts as a refusal by its message: a number may be moved to where nothing was meant to work. */
export async function outcomeOf(engine: Engine, task: PerformRequest): Promise<Outcome> {
  try {
    const { output, results } = await engine.perform(task)
    return {
      ...(output && { bytes: output.bytes }),
      results: JSON.parse(JSON.stringify(results, withoutTimes)),
    }
  } catch (error) {
    const words = error instanceof Fault ? error.message : `defect: ${String(error)}`
    return { refused: words }
  }
}
