import type { SegmentBroker } from '../ports/broker.ts'
import type { Perform } from '../ports/perform.ts'
import type { SignedFiles } from '../ports/signed-files.ts'
import type { HoldTaskDeps } from '../run-task/hold-task.ts'

/** What the workers of one video work with. */
export type WorkSegmentsDeps = Pick<HoldTaskDeps<unknown>, 'every'> & {
  broker: SegmentBroker
  files: SignedFiles
  perform: Perform
  /** Epoch milliseconds. */
  now: () => number
}
