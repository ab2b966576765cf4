import type { SucceedState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import type { StateResult } from '../run/state-result.ts'

/** Succeed: ends its flow with its input or its Output (Developer Guide, "Succeed workflow state"). */
export async function succeed(branch: Branch, { Output }: SucceedState): Promise<StateResult> {
  return {
    value: branch.frame.input,
    extra: {},
    fields: Output === undefined ? {} : { Output },
  }
}
