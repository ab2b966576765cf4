import jsonata from 'jsonata'
import { createGuard, type EvaluationGuard, GuardedRegExp } from './guard.ts'

/** A compiled JSONata expression. Variables are bound by name, without `$`; there is no root document. */
export type Expression = (variables: Record<string, unknown>) => Promise<unknown>

// jsonata reads both from its environment, but its types do not have them.
const engine = jsonata as unknown as { RegexEngine: unknown }
const entryHook = Symbol.for('jsonata.__evaluate_entry') as unknown as string
const guardName = 'guard of this evaluation'

type Node = { type: string }
type Environment = { lookup(name: string): unknown }

function onEntry(node: Node, _input: unknown, environment: Environment): void {
  ;(environment.lookup(guardName) as EvaluationGuard | undefined)?.step()
  // The regex engine is a setting of the whole process and is read when the node runs, so it is set right before.
  if (node.type === 'regex') engine.RegexEngine = GuardedRegExp
}

function oneLine(thrown: unknown): string {
  const { code, message } = thrown as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ') || String(thrown)
}

/** Compiles the text between `{%` and `%}`. Throws a SyntaxError with JSONata's code and message. */
export function compileExpression(text: string, functions: Record<string, unknown>): Expression {
  let compiled: jsonata.Expression
  try {
    compiled = jsonata(text)
  } catch (thrown) {
    throw new SyntaxError(oneLine(thrown))
  }
  compiled.assign(entryHook, onEntry)
  for (const [name, value] of Object.entries(functions)) compiled.assign(name, value)
  return (variables) => compiled.evaluate(undefined, { ...variables, [guardName]: createGuard() })
}
