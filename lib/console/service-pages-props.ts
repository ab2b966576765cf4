import type { RecordTable } from '../constructs/record-table.ts'
import type { DropPipeline } from '../pipeline/drop-pipeline.ts'
import type { TaskService } from '../service/task-service.ts'

/** What the functions behind the pages of the service are made from. */
export type ServicePagesProps = {
  readonly pipeline: DropPipeline
  /** Our own service, where it is what the pipeline drives. */
  readonly service?: TaskService | undefined
  /** Sessions, audit and the answers to changes. */
  readonly records: RecordTable
  /** What every function of the console is told. */
  readonly environment: Readonly<Record<string, string>>
  readonly openBecause: string
}
