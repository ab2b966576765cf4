import type { PassState } from '../definition/schema.ts'
import type { Branch } from '../run/branch.ts'
import type { Done } from '../run/run-state.ts'

/** Pass: hands its input on, through Output and Assign. */
export const pass = async (branch: Branch, state: PassState): Promise<Done> => ({
  value: branch.frame.input,
  extra: {},
  fields: state,
})
