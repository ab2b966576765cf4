import { isRecord } from '../template/is-record.ts'

/** Tests one value of an event, undefined for an absent field. */
export type Matcher = (value: unknown) => boolean

/** An event pattern with something that EventBridge does not know, or that cannot be matched here. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

function onText(test: (value: string) => boolean): Matcher {
  return (value) => typeof value === 'string' && test(value)
}

function requireText(value: unknown, rule: string): string {
  if (typeof value === 'string') return value
  throw new PatternError(`${rule} takes a text`)
}

/** `prefix` and `suffix` take a text, or `{"equals-ignore-case": text}`. */
function affix(operand: unknown, rule: 'prefix' | 'suffix'): Matcher {
  const loose = isRecord(operand)
  const wanted = requireText(loose ? operand['equals-ignore-case'] : operand, rule)
  const fold = (value: string): string => (loose ? value.toLowerCase() : value)
  const part = fold(wanted)
  return onText((value) =>
    rule === 'prefix' ? fold(value).startsWith(part) : fold(value).endsWith(part),
  )
}

function wildcard(operand: unknown): Matcher {
  const parts = requireText(operand, 'wildcard').split(/(?<!\\)\*/)
  const source = parts.map((part) =>
    part.replaceAll(/\\([*\\])/g, '$1').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  const pattern = new RegExp(`^${source.join('[\\s\\S]*')}$`)
  return onText((value) => pattern.test(value))
}

const COMPARE: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

function numeric(operand: unknown): Matcher {
  if (!Array.isArray(operand) || operand.length < 2 || operand.length % 2 > 0) {
    throw new PatternError('numeric takes pairs of a comparison and a number')
  }
  const tests: Array<(value: number) => boolean> = []
  for (let index = 0; index < operand.length; index += 2) {
    const compare = COMPARE[operand[index]]
    const bound: unknown = operand[index + 1]
    if (!compare || typeof bound !== 'number') {
      throw new PatternError('numeric takes =, <, <=, >, >= and a number')
    }
    tests.push((value) => compare(value, bound))
  }
  return (value) => typeof value === 'number' && tests.every((test) => test(value))
}

function anythingBut(operand: unknown): Matcher {
  const list = Array.isArray(operand) ? operand : [operand]
  const refused = list.flatMap((item) => {
    if (!isRecord(item)) return [compileMatcher(item)]
    const [[rule, inner] = ['', undefined]] = Object.entries(item)
    const inners = Array.isArray(inner) ? inner : [inner]
    return inners.map((one) => compileMatcher({ [rule]: one }))
  })
  return (value) => value !== undefined && !refused.some((matches) => matches(value))
}

const RULES: Readonly<Record<string, (operand: unknown) => Matcher>> = {
  prefix: (operand) => affix(operand, 'prefix'),
  suffix: (operand) => affix(operand, 'suffix'),
  wildcard,
  numeric,
  'anything-but': anythingBut,
  exists: (operand) => (value) => (value !== undefined) === (operand === true),
  'equals-ignore-case': (operand) => {
    const wanted = requireText(operand, 'equals-ignore-case').toLowerCase()
    return onText((value) => value.toLowerCase() === wanted)
  },
}

/**
 * The matcher for one item of a pattern's list: a value that must be equal, or an object with one rule.
 * @throws PatternError for an unknown rule
 */
export function compileMatcher(item: unknown): Matcher {
  if (!isRecord(item)) return (value) => value === item
  const [rule = '', ...others] = Object.keys(item)
  const make = RULES[rule]
  if (!make || others.length > 0)
    throw new PatternError(`Event pattern rule ${rule || '{}'} is not known`)
  return make(item[rule])
}
