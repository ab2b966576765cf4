import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import type { MoveTask } from './message-moves.ts'
import { readRedrive } from './queue-attributes.ts'
import * as input from './requests.ts'
import type { SqsContext } from './sqs-context.ts'

/** The operations that move dead letters, by their name without prefix (SQS API Reference). */
export function moveOperations(context: SqsContext): Record<string, Operation> {
  const { store, arnOf } = context
  const { moves } = store
  return {
    StartMessageMoveTask: (raw) => {
      const order = input.StartMove.parse(raw)
      const source = requireDeadLetters(context, order.SourceArn)
      if (moves.tasks.some((one) => one.source === source && one.status === 'RUNNING')) {
        throw unsupported('There is already a task running. Only one active task is allowed.')
      }
      const destination = order.DestinationArn && requireQueueOf(context, order.DestinationArn)
      if (destination === source) {
        throw new AwsError('InvalidParameterValue', 'DestinationArn must differ from SourceArn.')
      }
      const perSecond = order.MaxNumberOfMessagesPerSecond
      return { TaskHandle: handleOf(moves.start({ source, destination, perSecond }), arnOf) }
    },
    CancelMessageMoveTask: (raw) => {
      const { TaskHandle } = input.CancelMove.parse(raw)
      const task = moves.tasks.find((one) => handleOf(one, arnOf) === TaskHandle)
      if (task === undefined) throw notFound('Task does not exist.')
      if (task.status !== 'RUNNING') throw unsupported('Only active tasks can be cancelled.')
      moves.cancel(task)
      return { ApproximateNumberOfMessagesMoved: task.moved }
    },
    ListMessageMoveTasks: (raw) => {
      const { SourceArn, MaxResults } = input.ListMoves.parse(raw)
      const source = requireQueueOf(context, SourceArn)
      const tasks = moves.tasks.filter((task) => task.source === source).slice(0, MaxResults)
      return { Results: tasks.map((task) => describe(task, arnOf)) }
    },
  }
}

function describe(task: MoveTask, arnOf: SqsContext['arnOf']) {
  return {
    ...(task.status === 'RUNNING' && { TaskHandle: handleOf(task, arnOf) }),
    Status: task.status,
    SourceArn: arnOf(task.source),
    ...(task.destination && { DestinationArn: arnOf(task.destination) }),
    ...(task.perSecond && { MaxNumberOfMessagesPerSecond: task.perSecond }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failure && { FailureReason: task.failure }),
    StartedTimestamp: task.started,
  }
}

function handleOf({ id, source }: MoveTask, arnOf: SqsContext['arnOf']): string {
  return Buffer.from(JSON.stringify({ taskId: id, sourceArn: arnOf(source) })).toString('base64url')
}

/** @throws AwsError ResourceNotFoundException */
function requireQueueOf({ store, arnOf }: SqsContext, arn: string): string {
  const name = arn.split(':').at(-1) ?? ''
  if (store.queues.has(name) && arnOf(name) === arn) return name
  throw notFound(`There is no queue ${arn}.`)
}

function requireDeadLetters(context: SqsContext, arn: string): string {
  const source = requireQueueOf(context, arn)
  const queues = [...context.store.queues.values()]
  if (queues.some(({ attributes }) => readRedrive(attributes)?.deadLetterQueue === source)) {
    return source
  }
  throw new AwsError(
    'InvalidParameterValue',
    'Source queue must be configured as a Dead Letter Queue.',
  )
}

function notFound(message: string): AwsError {
  return new AwsError('com.amazonaws.sqs#ResourceNotFoundException', message, {
    queryCode: 'ResourceNotFoundException',
  })
}

function unsupported(message: string): AwsError {
  return new AwsError('com.amazonaws.sqs#UnsupportedOperation', message, {
    queryCode: 'AWS.SimpleQueueService.UnsupportedOperation',
  })
}
