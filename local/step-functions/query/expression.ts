import jsonata from 'jsonata'

/** A compiled JSONata expression. Variables are bound by name, without `$`; there is no root document. */
export type Expression = (variables: Record<string, unknown>) => Promise<unknown>

function oneLine(thrown: unknown): string {
  const { code, message } = thrown as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ')
}

/** Compiles the text between `{%` and `%}`. Throws a SyntaxError with JSONata's code and message. */
export function compileExpression(text: string, functions: Record<string, unknown>): Expression {
  let compiled: jsonata.Expression
  try {
    compiled = jsonata(text)
  } catch (thrown) {
    throw new SyntaxError(oneLine(thrown))
  }
  for (const [name, value] of Object.entries(functions)) compiled.assign(name, value)
  return (variables) => compiled.evaluate(undefined, variables)
}
