import { parseAst } from 'vite'

/** A number in the source of a `tuning.ts`: `LID.wide`, or `STEPS.1` of a list. */
export type TunedNumber = { name: string; value: number; start: number; end: number }

/** By which share of itself a number is doubled and halved, where a small step is too little to act. */
export const COARSE = { more: 1, less: -0.5 } as const

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Every number that the constants of a source are made of, in the order of the source. */
export function tunedNumbers(source: string): TunedNumber[] {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
  const numbers: TunedNumber[] = []
  for (const statement of body) {
    const declaration = (statement['declaration'] ?? statement) as Node
    if (declaration.type !== 'VariableDeclaration') continue
    for (const one of declaration['declarations'] as Node[]) {
      const id = one['id'] as Node
      if (one['init']) collect(one['init'] as Node, nameOf(id, source), numbers, source)
    }
  }
  return numbers
}

function collect(node: Node, name: string, into: TunedNumber[], source: string): void {
  const negated = node.type === 'UnaryExpression' && node['operator'] === '-'
  const literal = negated ? (node['argument'] as Node) : node
  if (literal.type === 'Literal' && typeof literal['value'] === 'number') {
    const { start, end } = node
    into.push({ name, value: (negated ? -1 : 1) * literal['value'], start, end })
    return
  }
  if (node.type === 'ObjectExpression') {
    for (const property of node['properties'] as Node[]) {
      const key = property['key'] as Node | undefined
      const value = property['value'] as Node | undefined
      if (key && value) collect(value, `${name}.${nameOf(key, source)}`, into, source)
    }
    return
  }
  if (node.type === 'ArrayExpression') {
    for (const [at, element] of (node['elements'] as Node[]).entries()) {
      collect(element, `${name}.${at}`, into, source)
    }
    return
  }
  // Of `1 / 3` and `[…] as const` what they are made of.
  for (const part of ['expression', 'argument', 'left', 'right']) {
    const inner = node[part] as Node | undefined
    if (inner?.type) collect(inner, name, into, source)
  }
}

function nameOf({ start, end }: Node, source: string): string {
  return source.slice(start, end)
}

/** The source with some numbers moved by a share of themselves; a whole number by one at least. */
export function withMoved(source: string, numbers: readonly TunedNumber[], by: number): string {
  const fromEnd = numbers.toSorted((one, other) => other.start - one.start)
  return fromEnd.reduce(
    (text, { value, start, end }) =>
      text.slice(0, start) + String(movedNumber(value, by)) + text.slice(end),
    source,
  )
}

/** A number moved by a share of itself, away from 0 where that is positive. */
export function movedNumber(value: number, by: number): number {
  if (!Number.isInteger(value)) return Number((value * (1 + by)).toPrecision(6))
  const step = Math.max(1, Math.round(Math.abs(value * by)))
  return value + Math.sign(value || 1) * Math.sign(by) * step
}
