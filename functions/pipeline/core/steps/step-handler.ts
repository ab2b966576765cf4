import middy from '@middy/core'
import { throttleOf } from '../../../../catalog/limits/throttles.ts'
import { optionalEnv } from '../../../env.ts'
import { log, setCorrelationId, withRequestId } from '../../../log.ts'
import { heldMetrics } from '../metrics/held-metrics.ts'

/**
 * The handler of a Lambda function that a state of the workflow invokes: its event is the state's payload, its answer
 * the state's result. Every log line carries the id of the event's job, or the name of the execution that ended.
 */
export function stepHandler<Input, Output>(step: (input: Input) => Promise<Output>) {
  return middy<Input, Output>().handler((event, context) =>
    withRequestId(context.awsRequestId, async () => {
      const began = performance.now()
      const ms = (): number => Math.round(performance.now() - began)
      setCorrelationId(jobIn(event))
      try {
        const result = await step(event as Input)
        log.info('A step was taken.', { ms: ms() })
        return result
      } catch (error) {
        log.warn('A step failed.', { ms: ms(), error, ...heldBy(error) })
        throw error
      }
    }),
  )
}

/** The state is tried again until AWS takes more: lib/workflow. */
function heldBy(error: unknown): Record<string, unknown> {
  const cause = throttleOf(error)
  const pipeline = optionalEnv('PIPELINE_NAME')
  if (cause === undefined || pipeline === undefined) return {}
  return heldMetrics(cause, { pipeline, now: Date.now() })
}

function jobIn(event: unknown): string | undefined {
  const { job, detail } = (event ?? {}) as { job?: unknown; detail?: { name?: unknown } }
  const id = job ?? detail?.name
  return typeof id === 'string' ? id : undefined
}
