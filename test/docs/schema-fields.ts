import type { JsonSchema } from '../../functions/service/api/routes/json-schema.ts'

/** A field of an object schema by its path, e.g. `files[].file_size`. */
export type SchemaField = { field: string; schema: JsonSchema; required: boolean }

/** The fields of an object schema, nested ones after the one they are in. */
export function fieldsIn(schema: JsonSchema, prefix = ''): SchemaField[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = new Set(schema['required'] as string[] | undefined)
  return Object.entries(properties).flatMap(([name, own]) => {
    const field = `${prefix}${name}`
    return [{ field, schema: own, required: required.has(name) }, ...nestedRows(own, field)]
  })
}

function nestedRows(schema: JsonSchema, field: string): SchemaField[] {
  const choices = (schema['anyOf'] as JsonSchema[] | undefined) ?? []
  const items = schema['items']
  return [
    ...fieldsIn(schema, `${field}.`),
    ...choices.flatMap((choice) => fieldsIn(choice, `${field}.`)),
    ...(typeof items === 'object' && items !== null
      ? fieldsIn(items as JsonSchema, `${field}[].`)
      : []),
  ]
}

/** A schema's type in words. */
export function typeOf(schema: JsonSchema): string {
  const choices = schema['anyOf'] as JsonSchema[] | undefined
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema['enum'])
    return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')
  if (schema['prefixItems'])
    return `[${(schema['prefixItems'] as JsonSchema[]).map(typeOf).join(', ')}]`
  if (schema['items']) return `list of ${typeOf(schema['items'] as JsonSchema)}`
  return [schema['type'] ?? 'any'].flat().join(' or ')
}

const RULES: readonly [string, (value: unknown) => string][] = [
  ['minimum', (value) => `from ${value}`],
  ['exclusiveMinimum', (value) => `above ${value}`],
  ['maximum', (value) => `to ${value}`],
  ['exclusiveMaximum', (value) => `below ${value}`],
  ['minItems', (value) => `at least ${value}`],
  ['maxItems', (value) => `at most ${value}`],
  ['minLength', (value) => `at least ${value} characters`],
  ['maxLength', (value) => `at most ${value} characters`],
  ['default', (value) => `default ${JSON.stringify(value)}`],
]

/** A schema's bounds, default and meaning in words. */
export function rulesOf(schema: JsonSchema): string {
  const rules = RULES.flatMap(([name, say]) =>
    schema[name] === undefined ? [] : [say(schema[name])],
  )
  return [rules.join(' '), schema['description']].filter(Boolean).join('; ')
}
