import { PolicyError } from './policy-error.ts'

/** Tests a text against a pattern. */
export type TextTest = (text: string) => boolean

const VARIABLE = /\$\{([^}]*)\}/
/** `${*}`, `${?}` and `${$}` stand for the characters themselves. */
const LITERAL = new Set(['*', '?', '$'])

/**
 * The test for a text with the wildcards `*` (any characters, also none, also slashes and colons) and `?` (one
 * character); case counts (IAM User Guide, "IAM JSON policy elements: Resource").
 * @throws PolicyError for a policy variable
 */
export function matchPattern(pattern: string): TextTest {
  const parts = pattern.split(/(\$\{[^}]*\}|\*|\?)/)
  const source = parts.map((part) => {
    if (part === '*') return '.*'
    if (part === '?') return '.'
    const variable = VARIABLE.exec(part)?.[1]
    if (variable === undefined) return quote(part)
    if (LITERAL.has(variable)) return quote(variable)
    throw new PolicyError(`The policy variable \${${variable}} is not evaluated here`)
  })
  const test = new RegExp(`^${source.join('')}$`, 's')
  return (text) => test.test(text)
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The six parts of an ARN; the last one holds all further colons. */
function partsOf(arn: string): string[] {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), parts.slice(5).join(':')]
}

/**
 * The test for an ARN: each of its six parts is matched alone, so that `*` does not reach over a colon into the next
 * (IAM User Guide, "IAM JSON policy elements: Condition operators", "Amazon Resource Name (ARN) condition operators").
 * @throws PolicyError for a policy variable
 */
export function matchArn(pattern: string): TextTest {
  const tests = partsOf(pattern).map(matchPattern)
  return (arn) => {
    const parts = partsOf(arn)
    return tests.every((test, index) => test(parts[index]!))
  }
}
