import { createEventBus, type EventBus } from '../events/event-bus.ts'
import type { HostedFunction, Invoke } from '../lambda/hosted-function.ts'
import type { Poller } from '../queue-source/poll-queue.ts'
import type { MessageStore } from '../sqs/message-store.ts'
import { TemplateError } from '../template/template.ts'
import { createAsyncInvocations } from './async-invocations.ts'
import type { RulePlan } from './read-rules.ts'
import type { ServiceCheck } from './service-check.ts'
import { startSchedules } from './start-schedules.ts'

type RuleDeps = {
  readonly store: MessageStore
  readonly functions: readonly HostedFunction[]
  readonly invoke: Invoke
  /** The queue that takes what a function failed on, by the function's name. */
  readonly failureQueues: ReadonlyMap<string, string>
  readonly region: string
  readonly account: string
  readonly clock?: (() => number) | undefined
  /** Receives what is published to a topic. */
  readonly onTopic: (topic: string, text: string) => void
  /** Whether a target lets EventBridge deliver to it. */
  readonly isAllowed: ServiceCheck
}

/**
 * Creates the bus of the stacks' rules, the timers of scheduled rules, and the pollers of the functions they invoke.
 * @throws TemplateError for a target that is neither a topic nor a queue or function of the stacks
 */
export function connectRules(
  plans: readonly RulePlan[],
  deps: RuleDeps,
): { bus: EventBus; pollers: Poller[] } {
  const later = new Map<string, ReturnType<typeof createAsyncInvocations>>()

  const receiver = (arn: string, rule: string): ((text: string) => void) => {
    const queue = /^arn:[^:]+:sqs:/.test(arn) ? arn.split(':').at(-1)! : undefined
    if (queue !== undefined && deps.store.queues.has(queue)) {
      return (text) => void deps.store.send(queue, text)
    }
    if (/^arn:[^:]+:sns:/.test(arn)) return (text) => deps.onTopic(arn.split(':').at(-1)!, text)
    const hosted = deps.functions.find((one) => one.arn === arn)
    if (!hosted)
      throw new TemplateError(`${rule}: target ${arn} is no topic, queue or function of the stacks`)
    const calls =
      later.get(arn) ??
      createAsyncInvocations(hosted, {
        ...deps,
        failures: deps.failureQueues.get(hosted.name),
      })
    later.set(arn, calls)
    return calls.deliver
  }

  const guarded = (
    arn: string,
    { name, arn: sourceArn }: RulePlan,
  ): ((text: string) => boolean) => {
    const deliver = receiver(arn, name)
    const call = {
      service: 'events.amazonaws.com',
      action: actionOn(arn),
      resource: arn,
      sourceArn,
    }
    return (text) => {
      const allowed = deps.isAllowed(call)
      if (allowed) deliver(text)
      return allowed
    }
  }

  /**
   * An event that its target does not let in is not tried again. It goes to the target's dead letters, and is dropped
   * where there are none or where they do not let it in either (EventBridge User Guide, "Using dead-letter queues to
   * process undelivered events").
   */
  const receive = (
    { arn, deadLetters }: RulePlan['targets'][number],
    plan: RulePlan,
  ): ((text: string) => void) => {
    const deliver = guarded(arn, plan)
    const keep = deadLetters === undefined ? undefined : guarded(deadLetters, plan)
    return (text) => {
      if (!deliver(text)) keep?.(text)
    }
  }

  const rules = plans.map((plan) => ({
    name: plan.name,
    ...plan.fires,
    targets: plan.targets.map((target) => ({ input: target, deliver: receive(target, plan) })),
  }))
  const { region, account, clock } = deps
  const options = { region, account, ...(clock ? { clock } : {}) }
  const bus = createEventBus(
    rules.filter((rule) => 'pattern' in rule),
    options,
  )
  const clocks = startSchedules(
    rules.filter((rule) => 'everyMs' in rule),
    options,
  )
  return { bus, pollers: [...clocks, ...[...later.values()].map((calls) => calls.poller)] }
}

/** What EventBridge does with a target, by the service in its ARN. */
function actionOn(targetArn: string): string {
  const [, , service] = targetArn.split(':')
  if (service === 'sqs') return 'sqs:SendMessage'
  return service === 'sns' ? 'sns:Publish' : 'lambda:InvokeFunction'
}
