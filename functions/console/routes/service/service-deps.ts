import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { Budget } from '../../../../catalog/costs/budget.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { PipelineReader } from '../../../operate/pipeline-clients.ts'
import type { ServiceReader } from '../../../service/admin.ts'
import type { ReadAudit } from '../../changes/read-audit.ts'

/** What the routes depend on that look at the service, at spending and at the audit. */
export type ServiceDeps = {
  /** Absent where the pipeline drives another provider's service. */
  service?: ServiceReader | undefined
  pipeline: Pick<PipelineReader, 'db' | 's3' | 'at'>
  cloudWatch: CloudWatchClient
  /** The value of the dimension `Pipeline` of its metrics. */
  pipelineName: string
  budget: Budget
  readAudit: ReadAudit
  /** Epoch milliseconds. */
  now: () => number
}

/** @throws Failure ServiceElsewhere */
export function requireService<Service>({ service }: { service?: Service | undefined }): Service {
  if (service === undefined) throw new Failure('ServiceElsewhere')
  return service
}

/** Epoch seconds as ISO 8601. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
