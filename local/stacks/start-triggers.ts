import { readAlarms } from '../cloudwatch/alarm.ts'
import { measureQueues, putAnswer } from '../cloudwatch/aws-metrics.ts'
import { watchAlarms } from '../cloudwatch/watch-alarms.ts'
import type { FunctionLog } from '../lambda/function-log.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { connectRules } from './connect-rules.ts'
import type { openFunctions } from './open-functions.ts'
import { readFailureQueues } from './read-failure-queues.ts'
import { readMappings } from './read-mappings.ts'
import { readApis } from './read-routes.ts'
import { readRules } from './read-rules.ts'
import { ACCOUNT, type RunContext, type Services } from './run-context.ts'
import { startQueuePollers } from './start-queue-pollers.ts'

/** Starts everything that invokes functions: HTTP APIs, rules, queues, and last the executions that were waiting. */
export function startTriggers(
  model: AssemblyModel,
  services: Services,
  context: RunContext,
  { functions, invoke, log }: ReturnType<typeof openFunctions>,
): void {
  const { options, shutdown, region } = context
  const { store } = services.sqs
  const { clock, isolatedConcurrency } = options
  for (const [key, plan] of readApis(model)) {
    services.gateways.get(key)?.open({
      ...{ ...plan, account: ACCOUNT, invoke },
      onAnswer: (answer) => putAnswer(context.metrics.put, plan.apiId, answer),
    })
  }
  for (const machine of model.ofType('AWS::StepFunctions::StateMachine')) {
    services.stepFunctions.createStateMachine({
      name: machine.identity().name,
      definition: String(machine.properties()['DefinitionString'] ?? ''),
    })
  }
  const onTopic = (topic: string, text: string) => logTopicMessage(log, topic, text)
  const failureQueues = readFailureQueues(model)
  const deps = { store, functions, invoke, failureQueues, region, account: ACCOUNT, clock, onTopic }
  const { bus, pollers } = connectRules(readRules(model), deps)
  const feeders = startQueuePollers(readMappings(model), { ...deps, isolatedConcurrency })
  for (const poller of [...pollers, ...feeders]) shutdown.add('intake', () => poller.stop(2_000))
  startAlarms(model, services, context, onTopic)
  context.invoke.set(invoke)
  context.bus.set(bus)
  services.stepFunctions.resume()
}

function startAlarms(
  model: AssemblyModel,
  { sqs }: Services,
  { metrics, alarms, shutdown, options: { clock = Date.now } }: RunContext,
  onTopic: (topic: string, text: string) => void,
): void {
  const queues = model.ofType('AWS::SQS::Queue').map((queue) => queue.identity().name)
  const watch = watchAlarms(readAlarms(model), {
    ...{ store: metrics, clock },
    measure: measureQueues(queues, sqs.store, metrics.put),
    publish: (topicArn, message) => onTopic(topicArn.split(':').at(-1) ?? topicArn, message),
  })
  shutdown.add('intake', () => watch.stop())
  alarms.set(watch)
}

/** A topic has no subscribers on this machine: what is published goes to the log. */
function logTopicMessage(log: FunctionLog, topic: string, told: string): void {
  log.write(topic, JSON.stringify({ level: 'info', message: 'A topic was told.', told }))
}
