import { z } from 'zod'
import { readRate } from '../events/read-rate.ts'
import { type AssemblyModel, type Resource, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'

const Target = z.object({
  Arn: z.string(),
  Input: z.string().optional(),
  InputPath: z.string().optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
  InputTransformer: z.undefined({ error: 'InputTransformer cannot run locally' }).optional(),
})

const Rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(Target).default([]),
})

/** A rule of the stacks, for matching events or on a schedule. Targets are ARNs of queues, topics or functions. */
export type RulePlan = {
  readonly name: string
  readonly arn: string
  readonly fires: { readonly pattern: unknown } | { readonly everyMs: number }
  readonly targets: ReadonlyArray<{
    readonly arn: string
    readonly input?: string
    readonly inputPath?: string
    /** The ARN of the queue that takes what the target did not. */
    readonly deadLetters?: string
  }>
}

/**
 * The enabled rules of the stacks.
 * @throws TemplateError for a schedule that is no rate
 */
export function readRules(model: AssemblyModel): RulePlan[] {
  return model.ofType('AWS::Events::Rule').flatMap((resource) => readRule(resource))
}

function readRule(resource: Resource): RulePlan[] {
  const plan = readProperties(resource, Rule)
  const name = `${resource.stack}/${resource.logicalId}`
  if (plan.State === 'DISABLED') return []
  const targets = plan.Targets.map(
    ({ Arn, Input, InputPath, DeadLetterConfig: { Arn: deadLetters } = {} }) => ({
      arn: Arn,
      ...(Input === undefined ? {} : { input: Input }),
      ...(InputPath === undefined ? {} : { inputPath: InputPath }),
      ...(deadLetters === undefined ? {} : { deadLetters }),
    }),
  )
  return [
    { name, arn: resource.identity().attributes['Arn']!, fires: triggerOf(name, plan), targets },
  ]
}

function triggerOf(
  name: string,
  { EventPattern, ScheduleExpression }: z.infer<typeof Rule>,
): RulePlan['fires'] {
  if (EventPattern && ScheduleExpression === undefined) return { pattern: EventPattern }
  const everyMs = EventPattern ? undefined : readRate(ScheduleExpression ?? '')
  if (everyMs !== undefined) return { everyMs }
  throw new TemplateError(`${name}: a rule must have an EventPattern or a rate to run locally`)
}
