import type { BusEvent } from '../events/bus-event.ts'
import type { MessageStore } from '../sqs/message-store.ts'
import type { PutMetric } from './metric.ts'

/** Counts one ended invocation of a function (Lambda Developer Guide, "Types of metrics for Lambda functions"). */
export function putInvocation(
  put: PutMetric,
  name: string,
  { ms, failed }: { ms: number; failed: boolean },
): void {
  const of = (metric: string) => ({
    namespace: 'AWS/Lambda',
    name: metric,
    dimensions: { FunctionName: name },
  })
  put(of('Invocations'), 1)
  put(of('Errors'), failed ? 1 : 0)
  put(of('Duration'), ms)
}

/** Counts one answer of an HTTP API (API Gateway Developer Guide, "Monitor CloudWatch metrics for HTTP APIs"). */
export function putAnswer(
  put: PutMetric,
  apiId: string,
  { status, ms }: { status: number; ms: number },
): void {
  const of = (name: string) => ({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiId: apiId } })
  put(of('Count'), 1)
  put(of('4xx'), status >= 400 && status < 500 ? 1 : 0)
  put(of('5xx'), status >= 500 ? 1 : 0)
  put(of('Latency'), ms)
}

/** What Step Functions counts when an execution changes its status. */
const EXECUTIONS: Readonly<Record<string, string>> = {
  RUNNING: 'ExecutionsStarted',
  SUCCEEDED: 'ExecutionsSucceeded',
  FAILED: 'ExecutionsFailed',
  TIMED_OUT: 'ExecutionsTimedOut',
  ABORTED: 'ExecutionsAborted',
}

/** Counts a change of an execution's status (Step Functions Developer Guide, "Monitoring Step Functions metrics"). */
export function putExecution(put: PutMetric, { detail }: Pick<BusEvent, 'detail'>): void {
  const { status, stateMachineArn, startDate, stopDate } = detail as {
    status: string
    stateMachineArn: string
    startDate: number
    stopDate: number | null
  }
  const metric = EXECUTIONS[status]
  if (metric === undefined) return
  const dimensions = { StateMachineArn: stateMachineArn }
  put({ namespace: 'AWS/States', name: metric, dimensions }, 1)
  if (stopDate === null) return
  put({ namespace: 'AWS/States', name: 'ExecutionTime', dimensions }, stopDate - startDate)
}

/** SQS measures a queue as long as it held something within six hours (Developer Guide, "Available metrics"). */
const ACTIVE_MS = 6 * 3_600_000

/** Returns what measures the queues at a time; SQS does so once a minute. */
export function measureQueues(
  names: readonly string[],
  store: MessageStore,
  put: PutMetric,
): (at: number) => void {
  const lastFull = new Map<string, number>()
  const told = new Map<string, number>()
  return (at) => {
    for (const queue of names) {
      const { ready, inFlight, delayed } = store.count(queue)
      if (ready + inFlight + delayed > 0) lastFull.set(queue, at)
      if (at - (lastFull.get(queue) ?? Number.NEGATIVE_INFINITY) > ACTIVE_MS) continue
      const of = (name: string) => ({
        namespace: 'AWS/SQS',
        name,
        dimensions: { QueueName: queue },
      })
      put(of('ApproximateNumberOfMessagesVisible'), ready, at)
      put(of('ApproximateNumberOfMessagesNotVisible'), inFlight, at)
      put(of('ApproximateNumberOfMessagesDelayed'), delayed, at)
      put(of('ApproximateAgeOfOldestMessage'), ageOf(store.oldest(queue), at), at)
      const removed = store.removed(queue)
      put(of('NumberOfMessagesDeleted'), removed - (told.get(queue) ?? 0), at)
      told.set(queue, removed)
    }
  }
}

/** Seconds. */
function ageOf(sentAt: number | undefined, at: number): number {
  return sentAt === undefined ? 0 : Math.max(0, at - sentAt) / 1_000
}
