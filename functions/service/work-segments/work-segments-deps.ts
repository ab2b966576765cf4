import type { SegmentBroker } from '../core/ports/broker.ts'
import type { Perform } from '../core/ports/perform.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import type { HoldTaskDeps } from '../core/worker/hold-task.ts'

/** What the workers of one video work with. */
export type WorkSegmentsDeps = Pick<HoldTaskDeps<unknown>, 'every'> & {
  broker: SegmentBroker
  files: SignedFiles
  perform: Perform
  /** Epoch milliseconds. */
  now: () => number
}
