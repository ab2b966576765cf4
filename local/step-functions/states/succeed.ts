import type { SucceedState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import type { StateResult } from '../run/state-result.ts'

/** Succeed: ends its flow with its input, through Output. */
export async function succeed(branch: Branch, { Output }: SucceedState): Promise<StateResult> {
  return {
    value: branch.frame.input,
    extra: {},
    fields: Output === undefined ? {} : { Output },
  }
}
