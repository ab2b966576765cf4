import { type AwsEnvironment, localizeUrls, pseudoParameter } from './aws-environment.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './intrinsics.ts'
import type { Resource } from './resource.ts'
import { type Assembly, type StackTemplate, TemplateError } from './template.ts'

/** Finds a resource of a stack by its logical id. */
export type FindResource = (stack: string, logicalId: string) => Resource | undefined

/** What the scopes of one assembly share. */
export type AssemblyContext = {
  readonly assembly: Assembly
  readonly environment: AwsEnvironment
  readonly lookUp: FindResource
}

/** The values that the intrinsic functions of one part of a stack refer to. Error messages name that part. */
export function stackScope(stack: StackTemplate, part: string, context: AssemblyContext): Scope {
  const where = `${stack.name}/${part}`
  const { template } = stack
  const refuse = (what: string): TemplateError => new TemplateError(`${where}: ${what}`)
  const required = (logicalId: string): Resource => {
    const resource = context.lookUp(stack.name, logicalId)
    if (!resource) throw refuse(`no resource ${logicalId}`)
    return resource
  }
  const scope: Scope = {
    where,
    evaluate: (value) => localized(evaluate(value, scope), context.environment),
    ref: (name) => {
      if (name === 'AWS::NoValue') return undefined
      const pseudo = pseudoParameter(name, stack.name, context.environment)
      if (pseudo !== undefined) return pseudo
      const parameter = template.Parameters?.[name]
      if (!parameter) return required(name).identity().ref
      if (parameter.Default === undefined) throw refuse(`parameter ${name} has no default`)
      return parameter.Default
    },
    attribute: (logicalId, name) => {
      const value = required(logicalId).identity().attributes[name]
      if (value === undefined) throw refuse(`${logicalId} has no attribute ${name}`)
      return value
    },
    condition: (name) => {
      const condition = template.Conditions?.[name]
      if (condition === undefined) throw refuse(`no condition ${name}`)
      return evaluate(condition, scope) === true
    },
    mapping: (map, first, second) => {
      const value = template.Mappings?.[map]?.[first]?.[second]
      if (value === undefined) throw refuse(`no mapping ${map}.${first}.${second}`)
      return value
    },
    exported: (name) => {
      const found = exportedValue(name, context)
      if (!found) throw refuse(`no stack exports ${name}`)
      return found.value
    },
    stackOutput: (name, output) => {
      const other = context.assembly.stacks.find((one) => one.name === name)
      const found = other?.template.Outputs?.[output]
      if (!other || !found) throw refuse(`no output ${output} in stack ${name}`)
      return stackScope(other, `output ${output}`, context).evaluate(found.Value)
    },
  }
  return scope
}

function exportedValue(name: string, context: AssemblyContext): { value: unknown } | undefined {
  for (const stack of context.assembly.stacks) {
    for (const [output, { Value, Export }] of Object.entries(stack.template.Outputs ?? {})) {
      if (!Export) continue
      const scope = stackScope(stack, `output ${output}`, context)
      if (scope.evaluate(Export.Name) === name) return { value: scope.evaluate(Value) }
    }
  }
  return undefined
}

function localized(value: unknown, environment: AwsEnvironment): unknown {
  if (typeof value === 'string') return localizeUrls(value, environment)
  if (Array.isArray(value)) return value.map((item) => localized(item, environment))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, localized(inner, environment)]),
  )
}
