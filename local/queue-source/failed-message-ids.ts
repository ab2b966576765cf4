import { z } from 'zod'
import type { InvokeResult } from '../lambda/hosted-function.ts'

const BatchReport = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish(),
})

/**
 * The ids of the messages of a batch that were not handled (Lambda Developer Guide, "Handling errors for an SQS event
 * source", partial batch responses). The whole batch fails when the function failed or when Lambda would not accept
 * its report: an unknown or empty id, or the wrong form. A missing report fails nothing.
 */
export function failedMessageIds(
  result: InvokeResult,
  ids: readonly string[],
  reportsFailures: boolean,
): ReadonlySet<string> {
  if ('error' in result) return new Set(ids)
  if (!reportsFailures || result.payload === null || result.payload === undefined) return new Set()
  const report = BatchReport.safeParse(result.payload)
  if (!report.success) return new Set(ids)
  const failed = (report.data.batchItemFailures ?? []).map((item) => item.itemIdentifier)
  return new Set(failed.every((id) => ids.includes(id)) ? failed : ids)
}
