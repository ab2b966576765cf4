import { readAlarms } from '../cloudwatch/alarm.ts'
import { measureQueues, putAnswer } from '../cloudwatch/aws-metrics.ts'
import { watchAlarms } from '../cloudwatch/watch-alarms.ts'
import type { FunctionLog } from '../lambda/function-log.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { checkFunctionRights } from './check-function-rights.ts'
import { connectRules } from './connect-rules.ts'
import type { openFunctions } from './open-functions.ts'
import { readFailureQueues } from './read-failure-queues.ts'
import { readMappings } from './read-mappings.ts'
import { readApis } from './read-routes.ts'
import { readRules } from './read-rules.ts'
import { ACCOUNT, type RunContext, type Services } from './run-context.ts'
import { createServiceCheck, type ServiceCheck } from './service-check.ts'
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
  const { clock, workers } = options
  const sessions = context.sessions.get()
  const isAllowed = createServiceCheck(context.access, (sourceArn, message) =>
    log.write(sourceArn, JSON.stringify({ level: 'error', message })),
  )
  checkFunctionRights(model, context.access, sessions)
  for (const [key, plan] of readApis(model)) {
    services.gateways.get(key)?.open({
      ...plan,
      account: ACCOUNT,
      invoke,
      mayInvoke: ({ key, functionArn }) =>
        isAllowed({
          service: 'apigateway.amazonaws.com',
          action: 'lambda:InvokeFunction',
          resource: functionArn,
          sourceArn: routeArn(region, plan.apiId, key),
        }),
      onAnswer: (answer) => putAnswer(context.metrics.put, plan.apiId, answer),
    })
  }
  for (const machine of model.ofType('AWS::StepFunctions::StateMachine')) {
    const { name, ref } = machine.identity()
    services.stepFunctions.createStateMachine({
      name,
      role: sessions.get(ref)?.caller,
      definition: String(machine.properties()['DefinitionString'] ?? ''),
    })
  }
  const onTopic = (topic: string, text: string) => logTopicMessage(log, topic, text)
  const failureQueues = readFailureQueues(model)
  const deps = {
    store,
    functions,
    invoke,
    failureQueues,
    region,
    account: ACCOUNT,
    clock,
    onTopic,
    isAllowed,
  }
  const { bus, pollers } = connectRules(readRules(model), deps)
  const feeders = startQueuePollers(readMappings(model), { ...deps, workers })
  for (const poller of [...pollers, ...feeders]) shutdown.add('intake', () => poller.stop(2_000))
  startAlarms(model, services, context, { onTopic, isAllowed })
  context.invoke.set(invoke)
  context.bus.set(bus)
  services.stepFunctions.resume()
}

type Publishing = {
  readonly onTopic: (topic: string, text: string) => void
  readonly isAllowed: ServiceCheck
}

function startAlarms(
  model: AssemblyModel,
  { sqs }: Services,
  { metrics, alarms, shutdown, options: { clock = Date.now } }: RunContext,
  { onTopic, isAllowed }: Publishing,
): void {
  const queues = model.ofType('AWS::SQS::Queue').map((queue) => queue.identity().name)
  const watch = watchAlarms(readAlarms(model), {
    store: metrics,
    clock,
    measure: measureQueues(queues, sqs.store, metrics.put),
    publish: (topicArn, message) => {
      const { AlarmArn: sourceArn }: { AlarmArn: string } = JSON.parse(message)
      const call = { service: 'cloudwatch.amazonaws.com', action: 'sns:Publish', sourceArn }
      if (isAllowed({ ...call, resource: topicArn }))
        onTopic(topicArn.split(':').at(-1) ?? topicArn, message)
    },
  })
  shutdown.add('intake', () => watch.stop())
  alarms.set(watch)
}

/** A topic has no subscribers on this machine: what is published goes to the log. */
function logTopicMessage(log: FunctionLog, topic: string, told: string): void {
  log.write(topic, JSON.stringify({ level: 'info', message: 'A topic was told.', told }))
}

/**
 * The ARN of a route as API Gateway names it to the function: stage, method and path (API Gateway Developer Guide,
 * "Lambda integrations for HTTP APIs"). `ANY` stands for every method.
 */
function routeArn(region: string, apiId: string, key: string): string {
  const [method = '', path = ''] = key.split(' ')
  return `arn:aws:execute-api:${region}:${ACCOUNT}:${apiId}/$default/${method}${path}`
}
