/** What the form reads of a JSON Schema. */
export type Schema = {
  type?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMaximum?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  /** What each place of a list holds; false where `prefixItems` tells of all of them. */
  items?: Schema | false
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
}

/** How a field is shown: by what its schema allows; what fits none of the rest is written as JSON. */
export type FieldKind =
  | 'fixed'
  | 'choice'
  | 'switch'
  | 'range'
  | 'number'
  | 'text'
  | 'group'
  | 'list'
  | 'json'

export function fieldKind(schema: Schema): FieldKind {
  const { type, properties, minimum, maximum, exclusiveMaximum } = schema
  if (schema.const !== undefined) return 'fixed'
  if (schema.enum) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'string') return 'text'
  if (type === 'object' && properties) return 'group'
  if (listShape(schema, undefined)) return 'list'
  if (type !== 'number' && type !== 'integer') return 'json'
  const most = maximum ?? exclusiveMaximum
  return minimum !== undefined && most !== undefined && most - minimum <= WIDEST
    ? 'range'
    : 'number'
}

/** A list as a form shows it: what each place holds, and how many there may be. */
export type ListShape = { item: (at: number) => Schema; least: number; most: number }

/** The list that a schema allows; undefined where it allows none. Of several the one that the value is like. */
export function listShape(schema: Schema, value: unknown): ListShape | undefined {
  const { type, items, prefixItems, minItems, maxItems, anyOf } = schema
  if (anyOf) {
    const lists = anyOf.filter((one) => listShape(one, undefined))
    if (lists.length < anyOf.length) return undefined
    const first = Array.isArray(value) ? typeof value[0] : 'undefined'
    const alike = lists.find(
      (one) => typeof emptyOf(listShape(one, value)?.item(0) ?? {}) === first,
    )
    return listShape(alike ?? lists[0] ?? {}, value)
  }
  if (type !== 'array') return undefined
  if (prefixItems) {
    const item = (at: number): Schema => prefixItems[at] ?? {}
    return { item, least: minItems ?? prefixItems.length, most: maxItems ?? prefixItems.length }
  }
  if (!items) return undefined
  return { item: () => items, least: minItems ?? 0, most: maxItems ?? Number.POSITIVE_INFINITY }
}

/** What stands in a field that was just made: its default, else the least that its schema allows. */
export function emptyOf(schema: Schema): unknown {
  const { type, minimum = 0, properties = {}, required = [], maximum } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (type === 'object') {
    return Object.fromEntries(required.map((name) => [name, emptyOf(properties[name] ?? {})]))
  }
  if (type === 'boolean') return false
  if (type === 'string') return ''
  if (type === 'number' || type === 'integer') return Math.min(Math.max(0, minimum), maximum ?? 0)
  const list = listShape(schema, undefined)
  return list && Array.from({ length: list.least }, (_, at) => emptyOf(list.item(at)))
}

/** A slider over more steps than this is moved by several at a time, and is none. */
const WIDEST = 1000

/** How far one step of a slider goes: whole numbers, or a hundredth of a small range. */
export function stepOf({ type, minimum = 0, maximum = 1 }: Schema): number {
  if (type === 'integer' || maximum - minimum > 10) return 1
  return 0.01
}

/** The largest value that a number may have, as a slider names it. */
export function mostOf({ maximum, exclusiveMaximum, type }: Schema): number | undefined {
  if (maximum !== undefined || exclusiveMaximum === undefined) return maximum
  return type === 'integer' ? exclusiveMaximum - 1 : exclusiveMaximum
}

/** The value with one member at `name` set, or left out where it is undefined. */
export function withMember(value: unknown, name: string, member: unknown): Record<string, unknown> {
  const { [name]: _, ...rest } = isRecord(value) ? value : {}
  if (member === undefined) return rest
  // A member keeps its place, so that the text beside the form changes in one line.
  return isRecord(value) && name in value
    ? Object.fromEntries(
        Object.entries(value).map(([key, old]) => [key, key === name ? member : old]),
      )
    : { ...rest, [name]: member }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of an object by its name; undefined of anything else. */
export function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
