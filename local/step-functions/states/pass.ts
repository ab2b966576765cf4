import type { PassState } from '../definition/schema.ts'
import type { Branch } from '../run/engine.ts'
import type { StateResult } from '../run/state-result.ts'

/** Pass: its input is its output, unless Output and Assign change it (Developer Guide, "Pass workflow state"). */
export async function pass(branch: Branch, state: PassState): Promise<StateResult> {
  return {
    value: branch.frame.input,
    extra: {},
    fields: state,
  }
}
