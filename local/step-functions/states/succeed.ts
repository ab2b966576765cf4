import type { SucceedState } from '../definition/schema.ts'
import type { Branch } from '../run/branch.ts'
import type { Done } from '../run/run-state.ts'

/** Succeed: ends its flow with its input, through Output. */
export const succeed = async (branch: Branch, { Output }: SucceedState): Promise<Done> => ({
  value: branch.frame.input,
  extra: {},
  fields: Output === undefined ? {} : { Output },
})
