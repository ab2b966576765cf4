import { z } from 'zod'
import type { Model, Resource } from '../template/read-assembly.ts'
import { readProperties } from '../template/read-properties.ts'
import { TemplateError } from '../template/template.ts'

const Target = z.object({
  Arn: z.string(),
  Input: z.string().optional(),
  InputPath: z.string().optional(),
  InputTransformer: z.undefined({ error: 'InputTransformer cannot run locally' }).optional(),
})

const Rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(Target).default([]),
})

/** A rule of the stacks; targets are ARNs of queues or functions. */
export type RulePlan = {
  readonly name: string
  readonly pattern: unknown
  readonly targets: ReadonlyArray<{
    readonly arn: string
    readonly input?: string
    readonly inputPath?: string
  }>
}

/**
 * The enabled rules of the stacks.
 * @throws TemplateError for a schedule: nothing here would wake it
 */
export const readRules = (model: Model): RulePlan[] =>
  model.ofType('AWS::Events::Rule').flatMap((resource) => readRule(resource))

const readRule = (resource: Resource): RulePlan[] => {
  const plan = readProperties(resource, Rule)
  const name = `${resource.stack}/${resource.logicalId}`
  if (!plan.EventPattern)
    throw new TemplateError(`${name}: a rule must have an EventPattern to run locally`)
  if (plan.State === 'DISABLED') return []
  const targets = plan.Targets.map(({ Arn, Input, InputPath }) => ({
    arn: Arn,
    ...(Input === undefined ? {} : { input: Input }),
    ...(InputPath === undefined ? {} : { inputPath: InputPath }),
  }))
  return [{ name, pattern: plan.EventPattern, targets }]
}
