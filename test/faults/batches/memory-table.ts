import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'

type Item = Record<string, unknown>
/** The parameters of a command of the document client. */
type Input = {
  Key?: { id: string; entry: string }
  Item?: Item & { id: string; entry: string }
  KeyConditionExpression?: string
  ConditionExpression?: string
  UpdateExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Record<string, unknown>
}

/** A table of DynamoDB in memory, with the keys `id` and `entry`, as far as the store of batches uses one. */
export type MemoryTable = {
  /** What the document client's `send` answers. */
  send(command: { constructor: { name: string }; input: object }): Item
  items(): Item[]
}

/** An empty table. It throws for an expression that it does not know. */
export function memoryTable(): MemoryTable {
  const items = new Map<string, Item>()
  const placeOf = ({ id, entry }: { id: string; entry: string }) => JSON.stringify([id, entry])

  const check = (found: Item | undefined, input: Input): void => {
    const { ConditionExpression: condition } = input
    if (condition === undefined || isMet(condition, found ?? {}, input)) return
    throw new ConditionalCheckFailedException({ message: 'not met', $metadata: {} })
  }
  const put = (input: Input): Item => {
    const { Item: item } = input
    if (!item) throw new Error('There is no item to put.')
    check(items.get(placeOf(item)), input)
    items.set(placeOf(item), structuredClone(item))
    return {}
  }
  const update = (input: Input): Item => {
    const { Key: key } = input
    if (!key) throw new Error('There is no key to update.')
    const found = items.get(placeOf(key))
    check(found, input)
    const changed = changedBy(structuredClone({ ...found, ...key }), input)
    items.set(placeOf(key), changed)
    return { Attributes: structuredClone(changed) }
  }
  const query = ({ ExpressionAttributeValues: values = {} }: Input): Item => {
    const [id] = Object.values(values)
    return { Items: structuredClone([...items.values()].filter((item) => item['id'] === id)) }
  }
  const get = ({ Key: key }: Input): Item => ({
    Item: key && structuredClone(items.get(placeOf(key))),
  })

  const verbs: Record<string, (input: Input) => Item> = {
    GetCommand: get,
    PutCommand: put,
    UpdateCommand: update,
    QueryCommand: query,
  }
  return {
    send: ({ constructor: { name }, input }) => {
      const verb = verbs[name]
      if (!verb) throw new Error(`The table knows no ${name}.`)
      return verb(structuredClone(input))
    },
    items: () => [...items.values()],
  }
}

type Names = Pick<Input, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'>

function nameOf(word: string, { ExpressionAttributeNames: names = {} }: Names): string {
  return names[word] ?? word
}

/** Alternatives of parts that must all hold; a part in brackets is an expression of its own. */
function isMet(condition: string, item: Item, names: Names): boolean {
  return partsOf(condition, ' OR ').some((all) =>
    partsOf(all, ' AND ').every((part) =>
      part.startsWith('(') ? isMet(part.slice(1, -1), item, names) : holds(part, item, names),
    ),
  )
}

/** The parts of an expression between which a word stands outside all brackets. */
function partsOf(expression: string, word: string): string[] {
  const parts: string[] = []
  for (const piece of expression.split(word)) {
    const last = parts.at(-1)
    const isOpen = last !== undefined && last.split('(').length > last.split(')').length
    if (isOpen) parts[parts.length - 1] = `${last}${word}${piece}`
    else parts.push(piece)
  }
  return parts
}

function holds(part: string, item: Item, names: Names): boolean {
  const [, not, path = ''] = /^attribute_(not_)?exists\((\S+)\)$/.exec(part) ?? []
  if (path) return (item[nameOf(path, names)] === undefined) === (not !== undefined)
  const [left = '', sign = '', right = ''] = part.split(' ')
  const found = item[nameOf(left, names)] as number | string | undefined
  const value = names.ExpressionAttributeValues?.[right] as number | string | undefined
  if (value === undefined || !['=', '<', '<='].includes(sign)) throw new Error(`Unknown: ${part}`)
  if (found === undefined) return false
  if (sign === '=') return found === value
  return sign === '<' ? found < value : found <= value
}

/** The item with the clauses of an update carried out. */
function changedBy(item: Item, { UpdateExpression: text = '', ...names }: Input): Item {
  const clauses = text.split(/\s*\b(SET|REMOVE|ADD|DELETE) /).slice(1)
  for (let at = 0; at < clauses.length; at += 2) {
    for (const part of clauses[at + 1]?.split(/\s*,\s*/) ?? []) {
      const [path = '', ...rest] = part.trim().split(/\s+/)
      const value = names.ExpressionAttributeValues?.[rest.at(-1) ?? '']
      apply(clauses[at] ?? '', item, nameOf(path, names), value)
    }
  }
  return item
}

function apply(verb: string, item: Item, name: string, value: unknown): void {
  if (verb === 'REMOVE') {
    delete item[name]
    return
  }
  if (value === undefined) throw new Error(`The update of ${name} has no value.`)
  const old = item[name]
  if (verb === 'SET') item[name] = value
  else if (verb === 'ADD') item[name] = Number(old ?? 0) + Number(value)
  else {
    const left = new Set([...((old as Set<string> | undefined) ?? [])])
    for (const gone of value as Set<string>) left.delete(gone)
    // DynamoDB keeps no empty set.
    if (left.size > 0) item[name] = left
    else delete item[name]
  }
}
