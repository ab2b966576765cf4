import type * as z from 'zod/mini'

/**
 * Describes what is wrong with a field in the sentences of the service's interface, for example
 * `<field> is above the allowed maximum.`: the field's path, then the rule.
 */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  const field = issue.path.length === 0 ? 'The request body' : fieldName(issue.path)
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return describeType(field, valueAt(input, issue.path))
    case 'too_big':
      return `${field} is above the allowed maximum.`
    case 'too_small':
      return `${field} is below the allowed minimum.`
    case 'invalid_value':
      return valueAt(input, issue.path) === undefined
        ? describeType(field, undefined)
        : `${field} is not one of the accepted values.`
    case 'custom':
      // The message of a rule of our own names its field; only the path to it is added.
      return `${issue.path.length > 1 ? `${fieldName(issue.path.slice(0, -1))}.` : ''}${issue.message}`
    case 'unrecognized_keys':
      return `${[...issue.path, issue.keys[0]].join('.')} is not a field of this object.`
    default:
      return `${field} doesn't match the required format.`
  }
}

function describeType(field: string, value: unknown): string {
  if (value === undefined) return `${field} is required but wasn't included in your request.`
  if (value === null) return `'${field}' is required and can't be null.`
  return `${field} doesn't match the required format.`
}

/** The path of a field as editors and JSON tools write it: `steps[0].parameters.features.slim`. */
export function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? String(part) : `${name}.${String(part)}`
  }, '')
}

/** The value at a path of an input; undefined where there is none. */
export function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    input,
  )
}
