import type { ExecutionRow, ExecutionStatus } from '../store/executions.ts'

/** The EventBridge event of a status change. Times in `detail` are milliseconds since the epoch. */
export type StatusChangeEvent = {
  version: '0'
  id: string
  'detail-type': 'Step Functions Execution Status Change'
  source: 'aws.states'
  account: string
  time: string
  region: string
  resources: string[]
  detail: {
    executionArn: string
    stateMachineArn: string
    name: string
    status: ExecutionStatus
    startDate: number
    stopDate: number | null
    input: string
    output: string | null
    error: string | null
    cause: string | null
    inputDetails: { included: true }
    outputDetails: { included: true } | null
    redriveCount: number
    redriveDate: number | null
  }
}

/**
 * The event that EventBridge gets when an execution starts or ends (Developer Guide, "Automating Step Functions event
 * delivery with EventBridge").
 */
export function statusChangeEvent(
  { region, account }: { region: string; account: string },
  row: ExecutionRow,
  id: string,
): StatusChangeEvent {
  return {
    version: '0',
    id,
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    account,
    time: `${new Date(row.stopped ?? row.redriven ?? row.started).toISOString().slice(0, 19)}Z`,
    region,
    resources: [row.arn],
    detail: {
      executionArn: row.arn,
      stateMachineArn: row.machine,
      name: row.name,
      status: row.status,
      startDate: row.started,
      stopDate: row.stopped,
      input: row.input,
      output: row.output,
      error: row.error,
      cause: row.cause,
      inputDetails: { included: true },
      outputDetails: row.output === null ? null : { included: true },
      redriveCount: row.redrives,
      redriveDate: row.redriven,
    },
  }
}
