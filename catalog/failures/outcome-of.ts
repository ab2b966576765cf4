import { isRefusal } from './is-refusal.ts'

/** What is known of a job's end: of its record, its event, or its line of a batch. */
type Known<Status extends string> = {
  status: Status
  failure?: { code: string; message: string } | undefined
  /** Why the file came back as it was. */
  refused?: object | undefined
}

/**
 * What became of a job, the one rule by which refusals are told apart from failures: `refused` where the file did not
 * suit, whether it failed its job or came back as it was; otherwise the job's status.
 */
export function outcomeOf<Status extends string>({
  status,
  failure,
  refused,
}: Known<Status>): Status | 'refused' {
  return refused || isRefusal(failure) ? 'refused' : status
}
