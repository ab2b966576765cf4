/** The EventBridge event of an execution that ended without success. */
export type ExecutionEndedEvent = {
  'detail-type': 'Step Functions Execution Status Change'
  detail: {
    executionArn: string
    name: string
    status: string
    error?: string | null
    cause?: string | null
  }
}

/** Whether an event is EventBridge's and not the payload of a state. */
export function isExecutionEndedEvent(event: unknown): event is ExecutionEndedEvent {
  return (
    (event as ExecutionEndedEvent | null)?.['detail-type'] ===
    'Step Functions Execution Status Change'
  )
}
