import { CONDITION_KEYS, type ConditionContext } from './condition-keys.ts'
import { CONDITION_OPERATORS, type ConditionOperator } from './condition-operators.ts'
import type { Statement } from './policy.ts'
import { PolicyError } from './policy-error.ts'

/** Tests whether the condition of a statement holds for a request. */
export type ConditionTest = (context: ConditionContext) => boolean

const FORM = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/

/**
 * The test for a `Condition` element: every operator and every key in it must hold, and a key holds when one of its
 * values does; for a negated operator, when none does (IAM User Guide, "Conditions with multiple context keys or
 * values").
 * @throws PolicyError for an operator or key that is not evaluated here
 */
export function compileCondition(condition: Statement['Condition']): ConditionTest {
  const tests = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => compileKey(operator, key, values)),
  )
  return (context) => tests.every((test) => test(context))
}

function compileKey(named: string, key: string, wanted: readonly string[]): ConditionTest {
  const name = key.toLowerCase()
  const known = CONDITION_KEYS.get(name)
  if (!known) throw new PolicyError(`The condition key ${key} is not evaluated here`)
  if (named === 'Null') return compileNull(name, wanted)
  const [, set, base = '', ifExists] = FORM.exec(named) ?? []
  const operator = CONDITION_OPERATORS.get(base)
  if (!operator) throw new PolicyError(`The condition operator ${named} is not evaluated here`)
  if (known.list && !set)
    throw new PolicyError(`${key} has several values: ${named} needs ForAllValues or ForAnyValue`)
  const holds = compileValues(operator, wanted)
  return (context) => {
    const values = context[name] ?? []
    // "Multivalued context keys": ForAllValues is true and ForAnyValue false for a key without values.
    if (set === 'ForAllValues') return values.every(holds)
    if (set === 'ForAnyValue') return ifExists && values.length === 0 ? true : values.some(holds)
    // "Condition operators": without the key, negated operators and those with IfExists are true, others false.
    if (values.length === 0) return operator.negated || ifExists !== undefined
    return holds(values[0]!)
  }
}

function compileValues({ negated, test }: ConditionOperator, wanted: readonly string[]) {
  const tests = wanted.map(test)
  return (value: string): boolean => tests.some((matches) => matches(value)) !== negated
}

/** `Null` with `true` holds for a request without the key, with `false` for one that has it. */
function compileNull(name: string, wanted: readonly string[]): ConditionTest {
  const absent = wanted.map((value) => value.toLowerCase() === 'true')
  return (context) => absent.includes((context[name] ?? []).length === 0)
}
