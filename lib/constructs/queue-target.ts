import type { IRule, IRuleTarget } from 'aws-cdk-lib/aws-events'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { WorkQueue } from './work-queue.ts'

/**
 * A rule's target: the events are worked off from the queue, and those that it does not take go to its dead letters.
 * The library's own target also lets EventBridge ask for the queue's URL and attributes, which it never does (SQS is
 * reached by `sqs:SendMessage` alone: EventBridge User Guide, "Using resource-based policies", "Amazon SQS
 * permissions").
 */
export function queueTarget({ queue, deadLetters }: WorkQueue): IRuleTarget {
  return {
    bind: (rule) => {
      // Construct libraries of 2.224 know no `ruleRef` yet; what binds a target is a rule in all of them.
      const { ruleArn } = rule as IRule
      for (const one of [queue, deadLetters]) letSend(one, ruleArn)
      return { arn: queue.queueArn, deadLetterConfig: { arn: deadLetters.queueArn } }
    },
  }
}

function letSend(queue: Queue, ruleArn: string): void {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': ruleArn } },
    }),
  )
}
