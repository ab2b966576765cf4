import { type Identity, identify, NAME_PROPERTY } from './identity.ts'
import { isRecord } from './is-record.ts'
import { physicalName } from './physical-name.ts'
import type { Place } from './place.ts'
import { HOSTED_TYPES, isPassedOver } from './resource-types.ts'
import { stackScope } from './stack-scope.ts'
import { type Assembly, TemplateError, type TemplateResource } from './template.ts'

/** A resource of a stack with its names; `properties` answers its intrinsic functions when asked. */
export type Resource = {
  readonly stack: string
  readonly logicalId: string
  readonly type: string
  readonly metadata: Readonly<Record<string, unknown>>
  identity(): Identity
  properties(): Record<string, unknown>
}

/** The stacks of an assembly, readable as one. */
export type Model = {
  readonly resources: readonly Resource[]
  ofType(type: string): Resource[]
  /** Every output of every stack, evaluated: stack name -> output name -> value. */
  outputs(): Record<string, Record<string, unknown>>
}

const key = (stack: string, logicalId: string): string => `${stack}/${logicalId}`

/**
 * Reads the templates of all stacks. Nothing is evaluated yet, so endpoints that `place` answers may start later.
 * @throws TemplateError for a resource type a local run neither hosts nor may pass over
 */
export const readAssembly = (assembly: Assembly, place: Place): Model => {
  const found = new Map<string, Resource>()
  const scopes = new Map(
    assembly.stacks.map((stack) => [stack.name, stackScope(stack, assembly, place, lookUp)]),
  )

  function lookUp(stack: string, logicalId: string): Resource | undefined {
    return found.get(key(stack, logicalId))
  }

  for (const { name: stack, template } of assembly.stacks) {
    const scope = scopes.get(stack)!
    for (const [logicalId, raw] of Object.entries(template.Resources ?? {})) {
      if (raw.Condition && !scope('Conditions').condition(raw.Condition)) continue
      if (!HOSTED_TYPES.has(raw.Type) && !isPassedOver(raw.Type)) {
        throw new TemplateError(`${key(stack, logicalId)}: ${raw.Type} cannot run locally`)
      }
      found.set(key(stack, logicalId), toResource(stack, logicalId, raw, place, scope))
    }
  }
  const resources = [...found.values()]
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    outputs: () =>
      Object.fromEntries(
        assembly.stacks.map(({ name, template }) => [
          name,
          Object.fromEntries(
            Object.entries(template.Outputs ?? {}).map(([output, { Value }]) => {
              const where = scopes.get(name)!(`output ${output}`)
              return [output, where.evaluate(Value)]
            }),
          ),
        ]),
      ),
  }
}

function toResource(
  stack: string,
  logicalId: string,
  raw: TemplateResource,
  place: Place,
  scope: ReturnType<typeof stackScope>,
): Resource {
  const named = NAME_PROPERTY[raw.Type]
  const own = named ? raw.Properties?.[named] : undefined
  const name = (): string =>
    own === undefined
      ? physicalName(raw.Type, stack, logicalId)
      : String(scope(`${logicalId}.${named}`).evaluate(own))
  return {
    stack,
    logicalId,
    type: raw.Type,
    metadata: raw.Metadata ?? {},
    identity: () => identify(raw.Type, name(), place, stack, logicalId),
    properties: () => {
      const value = scope(logicalId).evaluate(raw.Properties ?? {})
      return isRecord(value) ? value : {}
    },
  }
}
