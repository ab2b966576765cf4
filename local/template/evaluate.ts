import { INTRINSICS, type Scope } from './intrinsics.ts'
import { isRecord } from './is-record.ts'
import { TemplateError } from './template.ts'

const MAX_DEPTH = 64

/**
 * Evaluates the intrinsic functions in a template value. Keys and list items that become undefined (`AWS::NoValue`)
 * are dropped.
 * @throws TemplateError naming an unknown function
 */
export function evaluate(value: unknown, scope: Scope, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new TemplateError(`${scope.where}: nested deeper than ${MAX_DEPTH}`)
  if (Array.isArray(value)) {
    return value
      .map((item) => evaluate(item, scope, depth + 1))
      .filter((item) => item !== undefined)
  }
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  const only = keys.length === 1 ? keys[0]! : ''
  const intrinsic = INTRINSICS[only]
  if (intrinsic) {
    const nested: Scope = { ...scope, evaluate: (inner) => evaluate(inner, scope, depth + 1) }
    return intrinsic(value[only], nested)
  }
  if (only.startsWith('Fn::')) throw new TemplateError(`${scope.where}: ${only} is not supported`)
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, evaluate(inner, scope, depth + 1)] as const)
      .filter(([, inner]) => inner !== undefined),
  )
}
