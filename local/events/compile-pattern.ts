import { isRecord } from '../template/is-record.ts'
import { compileMatcher, type Matcher, PatternError } from './compile-matcher.ts'

/**
 * Turns an EventBridge event pattern into a test for events. Every field of the pattern must match one item of its
 * list. A field that holds a list matches when one of its items does. `$or` needs one of its patterns.
 *
 * Source: "Comparison operators for use in event patterns", EventBridge User Guide.
 * @throws PatternError naming the field and the rule
 */
export function compilePattern(pattern: unknown, path = 'pattern'): Matcher {
  if (!isRecord(pattern)) throw new PatternError(`${path} must be an object`)
  const tests = Object.entries(pattern).map(([name, wanted]) =>
    name === '$or' ? anyOf(wanted, `${path}.$or`) : field(name, wanted, `${path}.${name}`),
  )
  if (tests.length === 0) throw new PatternError(`${path} must name at least one field`)
  return (event) => tests.every((test) => test(event))
}

function anyOf(patterns: unknown, path: string): Matcher {
  if (!Array.isArray(patterns) || patterns.length < 2) {
    throw new PatternError(`${path} must be a list of two patterns or more`)
  }
  const tests = patterns.map((pattern, index) => compilePattern(pattern, `${path}[${index}]`))
  return (event) => tests.some((test) => test(event))
}

function field(name: string, wanted: unknown, path: string): Matcher {
  const test = Array.isArray(wanted) ? leaf(wanted, path) : nested(compilePattern(wanted, path))
  return (event) => test(isRecord(event) && Object.hasOwn(event, name) ? event[name] : undefined)
}

function nested(test: Matcher): Matcher {
  return (value) => (Array.isArray(value) ? value.some(test) : test(value))
}

function leaf(items: readonly unknown[], path: string): Matcher {
  if (items.length === 0) throw new PatternError(`${path} must not be an empty list`)
  const matchers = items.map((item) => {
    try {
      return compileMatcher(item)
    } catch (error) {
      throw error instanceof PatternError ? new PatternError(`${path}: ${error.message}`) : error
    }
  })
  return (value) => {
    const values = Array.isArray(value) ? value : [value]
    return values.some((one) => matchers.some((matches) => matches(one)))
  }
}
