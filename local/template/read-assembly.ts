import type { AwsEnvironment } from './aws-environment.ts'
import { identify, NAME_PROPERTY } from './identity.ts'
import { isRecord } from './is-record.ts'
import { physicalName } from './physical-name.ts'
import type { AssemblyModel, Resource } from './resource.ts'
import { HOSTED_TYPES, isIgnoredType } from './resource-types.ts'
import { type AssemblyContext, stackScope } from './stack-scope.ts'
import {
  type Assembly,
  type StackTemplate,
  TemplateError,
  type TemplateResource,
} from './template.ts'

/**
 * Reads the templates of all stacks. Values are evaluated on demand, so the endpoints they name may start later.
 * @throws TemplateError for a resource type that a local run neither hosts nor may ignore
 */
export function readAssembly(assembly: Assembly, environment: AwsEnvironment): AssemblyModel {
  const found = new Map<string, Resource>()
  const lookUp = (stack: string, logicalId: string) => found.get(`${stack}/${logicalId}`)
  const context: AssemblyContext = { assembly, environment, lookUp }
  for (const stack of assembly.stacks) {
    for (const [logicalId, raw] of Object.entries(stack.template.Resources ?? {})) {
      if (raw.Condition && !stackScope(stack, logicalId, context).condition(raw.Condition)) continue
      if (!HOSTED_TYPES.has(raw.Type) && !isIgnoredType(raw.Type)) {
        throw new TemplateError(`${stack.name}/${logicalId}: ${raw.Type} cannot run locally`)
      }
      found.set(`${stack.name}/${logicalId}`, toResource(stack, logicalId, raw, context))
    }
  }
  const resources = [...found.values()]
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    outputs: () =>
      Object.fromEntries(assembly.stacks.map((stack) => [stack.name, outputsOf(stack, context)])),
  }
}

function outputsOf(stack: StackTemplate, context: AssemblyContext): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stack.template.Outputs ?? {}).map(([output, { Value }]) => [
      output,
      stackScope(stack, `output ${output}`, context).evaluate(Value),
    ]),
  )
}

function toResource(
  stack: StackTemplate,
  logicalId: string,
  raw: TemplateResource,
  context: AssemblyContext,
): Resource {
  const named = NAME_PROPERTY[raw.Type]
  const own = named ? raw.Properties?.[named] : undefined
  const evaluated = (part: string, value: unknown): unknown =>
    stackScope(stack, part, context).evaluate(value)
  const name = (): string =>
    own === undefined
      ? physicalName(raw.Type, stack.name, logicalId)
      : String(evaluated(`${logicalId}.${named}`, own))
  return {
    stack: stack.name,
    logicalId,
    type: raw.Type,
    metadata: raw.Metadata ?? {},
    identity: () => identify(raw.Type, name(), context.environment, stack.name, logicalId),
    properties: () => {
      const value = evaluated(logicalId, raw.Properties ?? {})
      return isRecord(value) ? value : {}
    },
  }
}
