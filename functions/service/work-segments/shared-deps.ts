import type { FileStore } from '../ports/file-store.ts'
import type { Perform } from '../ports/perform.ts'
import type { FinishDeps } from '../tasks/finish-task.ts'
import type { HoldTaskDeps } from '../tasks/hold-task.ts'

/** What the workers of one video work with. */
export type SharedDeps = FinishDeps &
  Pick<HoldTaskDeps, 'every'> & { files: FileStore; perform: Perform }
