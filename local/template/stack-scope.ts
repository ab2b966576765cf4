import { evaluate } from './evaluate.ts'
import type { Scope } from './intrinsics.ts'
import { localizeUrls, PARTITION, type Place, URL_SUFFIX } from './place.ts'
import type { Resource } from './read-assembly.ts'
import { type Assembly, type StackTemplate, TemplateError } from './template.ts'

type LookUp = (stack: string, logicalId: string) => Resource | undefined

/**
 * What the intrinsic functions of one stack answer to. The result is called with the part of the stack that is being
 * read, which error messages name.
 */
export const stackScope =
  (stack: StackTemplate, assembly: Assembly, place: Place, lookUp: LookUp) =>
  (part: string): Scope => {
    const where = `${stack.name}/${part}`
    const scope: Scope = {
      where,
      evaluate: (value) => local(evaluate(value, scope)),
      ref: (name) => pseudo(name, stack.name, place) ?? reference(name),
      attribute: (logicalId, name) => {
        const value = required(logicalId).identity().attributes[name]
        if (value === undefined)
          throw new TemplateError(`${where}: ${logicalId} has no attribute ${name}`)
        return value
      },
      condition: (name) => {
        const condition = stack.template.Conditions?.[name]
        if (condition === undefined) throw new TemplateError(`${where}: no condition ${name}`)
        return evaluate(condition, scope) === true
      },
      exported: (name) => exportedValue(name),
      stackOutput: (name, output) => outputOf(name, output),
      mapping: (map, first, second) => {
        const value = stack.template.Mappings?.[map]?.[first]?.[second]
        if (value === undefined)
          throw new TemplateError(`${where}: no mapping ${map}.${first}.${second}`)
        return value
      },
    }

    const local = (value: unknown): unknown => {
      if (typeof value === 'string') return localizeUrls(value, place)
      if (Array.isArray(value)) return value.map(local)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, local(inner)]))
    }

    const required = (logicalId: string): Resource => {
      const resource = lookUp(stack.name, logicalId)
      if (!resource) throw new TemplateError(`${where}: no resource ${logicalId}`)
      return resource
    }

    const reference = (name: string): unknown => {
      if (name === 'AWS::NoValue') return undefined
      const parameter = stack.template.Parameters?.[name]
      if (!parameter) return required(name).identity().ref
      if (parameter.Default === undefined) {
        throw new TemplateError(`${where}: parameter ${name} has no default`)
      }
      return parameter.Default
    }

    const scopeOf = (other: StackTemplate, output: string): Scope =>
      stackScope(other, assembly, place, lookUp)(`output ${output}`)

    const outputOf = (name: string, output: string): unknown => {
      const other = assembly.stacks.find((candidate) => candidate.name === name)
      const found = other?.template.Outputs?.[output]
      if (!other || !found)
        throw new TemplateError(`${where}: no output ${output} in stack ${name}`)
      return scopeOf(other, output).evaluate(found.Value)
    }

    const exportedValue = (name: string): unknown => {
      for (const other of assembly.stacks) {
        for (const [output, { Value, Export }] of Object.entries(other.template.Outputs ?? {})) {
          if (!Export) continue
          const inside = scopeOf(other, output)
          if (inside.evaluate(Export.Name) === name) return inside.evaluate(Value)
        }
      }
      throw new TemplateError(`${where}: no stack exports ${name}`)
    }
    return scope
  }

const pseudo = (name: string, stack: string, place: Place): string | undefined =>
  ({
    'AWS::Region': place.region,
    'AWS::AccountId': place.account,
    'AWS::Partition': PARTITION,
    'AWS::URLSuffix': URL_SUFFIX,
    'AWS::StackName': stack,
    'AWS::StackId': `arn:${PARTITION}:cloudformation:${place.region}:${place.account}:stack/${stack}/local`,
  })[name]
