import { matchArn, matchPattern, type TextTest } from './match-pattern.ts'
import { PolicyError } from './policy-error.ts'

/** How an operator compares one value of the policy with one of the request; `negated` turns the outcome. */
export type ConditionOperator = {
  readonly negated: boolean
  readonly test: (wanted: string) => TextTest
}

function equal(wanted: string): TextTest {
  const text = literal(wanted)
  return (value) => value === text
}

function equalIgnoringCase(wanted: string): TextTest {
  const text = literal(wanted).toLowerCase()
  return (value) => value.toLowerCase() === text
}

function equalBoolean(wanted: string): TextTest {
  if (!/^(true|false)$/i.test(wanted))
    throw new PolicyError(`Bool takes true or false, not ${wanted}`)
  return equalIgnoringCase(wanted)
}

function literal(wanted: string): string {
  const variable = /\$\{[^}]*\}/.exec(wanted)?.[0]
  if (variable === undefined) return wanted
  throw new PolicyError(`The policy variable ${variable} is not evaluated here`)
}

type Entry = readonly [name: string, operator: ConditionOperator]

/** An operator and its negation. */
function both(name: string, inverse: string, test: ConditionOperator['test']): Entry[] {
  return [
    [name, { negated: false, test }],
    [inverse, { negated: true, test }],
  ]
}

/**
 * The condition operators that are evaluated here. ArnEquals and ArnLike behave alike (IAM User Guide, "IAM JSON policy
 * elements: Condition operators").
 */
export const CONDITION_OPERATORS: ReadonlyMap<string, ConditionOperator> = new Map<
  string,
  ConditionOperator
>([
  ...both('StringEquals', 'StringNotEquals', equal),
  ...both('StringEqualsIgnoreCase', 'StringNotEqualsIgnoreCase', equalIgnoringCase),
  ...both('StringLike', 'StringNotLike', matchPattern),
  ...both('ArnEquals', 'ArnNotEquals', matchArn),
  ...both('ArnLike', 'ArnNotLike', matchArn),
  ['Bool', { negated: false, test: equalBoolean }],
])
