import type { Around, Node } from './syntax.ts'

/** Replaces the source from `start` to `end` by `text`. */
export type Change = { start: number; end: number; text: string }

const BOUNDARY: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPPOSITE: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' }
const ASSIGNED: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }
/** Methods and functions by those that are mistaken for them. */
const MISTAKEN = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])
/** Methods without which an expression has the same type. */
const LEFT_OUT = new Set(['filter', 'slice', 'sort', 'toSorted', 'trim', 'toLowerCase', 'reverse'])

/**
 * The small changes of one node. They are chosen so that few leave the program as it was:
 *
 * - a comparison moves by one step only at what looks like a limit or a count; elsewhere, where two measured numbers
 *   are hardly ever equal, it is turned round
 * - a comparison that chooses one of the two things it compares stays: at the boundary both are the same
 * - the end of a counting loop moves inwards, because reading and writing beyond the end of an array does nothing
 * - text changes where it decides something, not in messages
 * - a fall-back replaces what it stands behind; without it, it is often there for the type alone
 */
export function changesOf(node: Node, around: Around, source: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
      return binary(node, around, source)
    case 'LogicalExpression':
      return logical(node, around, source)
    case 'AssignmentExpression':
      return swapped(node, ASSIGNED[node['operator'] as string], source)
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(node['test'] as Node, source)
    case 'CallExpression':
      return called(node, source)
    case 'ExpressionStatement':
      return leftOut(node)
    case 'Literal':
      return literal(node, around, source)
    default:
      return []
  }
}

function swapped(node: Node, text: string | undefined, source: string): Change[] {
  if (text === undefined) return []
  const after = (node['left'] as Node).end
  const start = source.indexOf(node['operator'] as string, after)
  return [{ start, end: start + (node['operator'] as string).length, text }]
}

function binary(node: Node, around: Around, source: string): Change[] {
  const operator = node['operator'] as string
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  const holder = around[0]
  if (holder?.node.type === 'ForStatement' && holder.key === 'test') {
    return [
      { start: right.start, end: right.end, text: `(${source.slice(right.start, right.end)}) - 1` },
    ]
  }
  if (operator in BOUNDARY && [left, right].some((side) => isLimit(side, source))) {
    if (holder && chooses(holder, [left, right], source)) return []
    return swapped(node, BOUNDARY[operator], source)
  }
  // A condition is negated as a whole.
  if (holder?.key === 'test') return []
  if (operator in OPPOSITE) return swapped(node, OPPOSITE[operator], source)
  if (operator === '+' && [left, right].some(isText)) return []
  return swapped(node, ARITHMETIC[operator], source)
}

/** Whether a comparison decides which of its sides is taken: `a < 0 ? 0 : a`, `if (a > most) most = a`. */
function chooses({ node, key }: Around[number], sides: readonly Node[], source: string): boolean {
  if (key !== 'test' || !/^(?:If|Conditional)/.test(node.type)) return false
  const compared = sides.map(({ start, end }) => source.slice(start, end))
  const { start, end } = node['consequent'] as Node
  const taken = source.slice(start, end).replace(/^[\w.]+ = /, '')
  return compared.includes(taken)
}

/** Whether an operand looks like a limit or a count: a number, a constant, a length. */
function isLimit(node: Node, source: string): boolean {
  const text = source.slice(node.start, node.end)
  return (
    (node.type === 'Literal' && typeof node['value'] === 'number') ||
    /(?:^|\.)[A-Z][A-Z0-9_]+(?:\.\w+)?$/.test(text) ||
    /(?:length|size|count|limit|minimum|maximum|bytes)$/i.test(text)
  )
}

function isText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true
  if (node.type === 'Literal') return typeof node['value'] === 'string'
  return (
    node.type === 'BinaryExpression' && [node['left'] as Node, node['right'] as Node].some(isText)
  )
}

function logical(node: Node, around: Around, source: string): Change[] {
  // `...(given && { given })` spreads nothing either way.
  if (around[0]?.node.type === 'SpreadElement') return []
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  if (node['operator'] !== '??') {
    return swapped(node, node['operator'] === '&&' ? '||' : '&&', source)
  }
  const unlikely = right.type === 'CallExpression' || right.type === 'ThrowStatement'
  // Parentheses around a side belong to no node.
  const end = left.end + /^.*?\?\?\s*/s.exec(source.slice(left.end))![0].length
  return unlikely ? [] : [{ start: node.start, end, text: '' }]
}

function negated(test: Node, source: string): Change[] {
  const limit =
    test.type === 'BinaryExpression' &&
    (test['operator'] as string) in BOUNDARY &&
    [test['left'] as Node, test['right'] as Node].some((side) => isLimit(side, source))
  if (limit) return []
  return [{ start: test.start, end: test.end, text: `!(${source.slice(test.start, test.end)})` }]
}

function called(node: Node, source: string): Change[] {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression' || callee['computed']) return []
  const property = callee['property'] as Node
  const name = String(property['name'])
  const other = MISTAKEN.get(name)
  if (other) return [{ start: property.start, end: property.end, text: other }]
  const object = callee['object'] as Node
  const copies = name === 'slice' && (node['arguments'] as Node[]).length === 0
  if (!LEFT_OUT.has(name) || copies || source.slice(object.start, object.end) === 'Buffer')
    return []
  const dot = source.slice(object.end, property.start).search(/\??\./)
  return [{ start: object.end + dot, end: node.end, text: '' }]
}

/** A statement that calls or assigns. */
function leftOut(node: Node): Change[] {
  const expression = node['expression'] as Node
  const inner =
    expression.type === 'AwaitExpression' ? (expression['argument'] as Node) : expression
  const does =
    inner.type === 'CallExpression' ||
    (inner.type === 'AssignmentExpression' && inner['operator'] === '=')
  return does ? [{ start: node.start, end: node.end, text: ';' }] : []
}

function literal(node: Node, around: Around, source: string): Change[] {
  const at = { start: node.start, end: node.end }
  const value = node['value']
  if (typeof value === 'boolean') return [{ ...at, text: String(!value) }]
  if (typeof value === 'number') {
    // Of `64 * 1024` only the first is changed.
    const factor = around[0]?.node.type === 'BinaryExpression' && around[0].key === 'right'
    if (factor && (around[0]!.node['left'] as Node).type === 'Literal') return []
    return [{ ...at, text: String(Number.isInteger(value) ? value + 1 : value * 1.5) }]
  }
  if (typeof value === 'string') return decides(around) ? [{ ...at, text: "'–'" }] : []
  return pattern(node, source)
}

/** Whether text stands where it is compared or listed. */
function decides(around: Around): boolean {
  const holder = around[0]
  if (holder?.node.type === 'SwitchCase' && holder.key === 'test') return true
  if (holder?.node.type === 'ArrayExpression') return !around.some(({ node }) => isFailure(node))
  const compared = holder?.node.type === 'BinaryExpression'
  return compared && /^[!=]==$/.test(holder.node['operator'] as string)
}

function isFailure(node: Node): boolean {
  return node.type === 'NewExpression' || node.type === 'ThrowStatement'
}

/** An expression that begins or ends anywhere. */
function pattern(node: Node, source: string): Change[] {
  if (!node['regex']) return []
  const text = source.slice(node.start, node.end)
  const changes: Change[] = []
  if (text.startsWith('/^')) changes.push({ start: node.start + 1, end: node.start + 2, text: '' })
  const last = text.lastIndexOf('/')
  if (text[last - 1] === '$' && text[last - 2] !== '\\') {
    changes.push({ start: node.start + last - 1, end: node.start + last, text: '' })
  }
  return changes
}
