import { parseAst } from 'vite'
import { type Change, changesOf } from './changes.ts'
import type { Around, Node } from './syntax.ts'

/** A small change of one source file. */
export type Mutant = Change & {
  /** The file, from the root of the project. */
  file: string
  line: number
  /** The line as it is. */
  before: string
}

/** Types do nothing at run time: of these nodes only the expression does. */
const WITH_EXPRESSION = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
])

/** Every small change of a source file that `changes.ts` knows, in the file's order. */
export function findMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = []
  const visit = (node: Node, around: Around): void => {
    if (node.type === 'ImportDeclaration' || isInert(node)) return
    const isType = node.type.startsWith('TS')
    if (isType && !WITH_EXPRESSION.has(node.type)) return
    for (const change of changesOf(node, around, source)) {
      found.push({ ...change, file, ...lineAt(source, change.start) })
    }
    for (const [key, value] of Object.entries(node)) {
      if (isType && key !== 'expression') continue
      for (const inner of Array.isArray(value) ? value : [value]) {
        if (isNode(inner)) visit(inner, [{ node, key }, ...around])
      }
    }
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, [])
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** What is logged or drawn for debugging is nothing that a user gets. */
function isInert(node: Node): boolean {
  if (node.type === 'ExpressionStatement') return isInert(node['expression'] as Node)
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
  const named = callee?.type === 'MemberExpression' ? (callee['object'] as Node) : callee
  return named?.type === 'Identifier' && /^(?:log|debug[A-Z]\w*)$/.test(String(named['name']))
}

function lineAt(source: string, at: number): { line: number; before: string } {
  const line = source.slice(0, at).split('\n').length
  return { line, before: source.split('\n')[line - 1]!.trim() }
}

/** The source with the change in it. */
export function plant(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end)
}
