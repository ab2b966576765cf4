import type { PassState } from '../definition/schema.ts'
import type { Branch } from '../run/branch.ts'
import type { StateResult } from '../run/run-state.ts'

/** Pass: hands its input on, through Output and Assign. */
export async function pass(branch: Branch, state: PassState): Promise<StateResult> {
  return {
    value: branch.frame.input,
    extra: {},
    fields: state,
  }
}
