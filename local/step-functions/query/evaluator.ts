import type { Json } from '../json.ts'
import { StateError } from '../state-error.ts'
import { compileExpression, type Expression } from './expression.ts'

/**
 * Fills templates: JSON in which a string of the form `{% ... %}` stands for the value of a JSONata expression
 * (Developer Guide, "Transforming data with JSONata in Step Functions").
 */
export type Evaluator = {
  /**
   * Replaces every expression of the template. `field` names the place in error messages. Throws
   * States.QueryEvaluationError.
   */
  fill(
    template: Json,
    variables: Record<string, unknown>,
    field: string,
    watch?: EvaluationWatch,
  ): Promise<Json>
  /** Compiles the expressions of a template without running them. Throws a SyntaxError. */
  check(template: Json): void
}

/** Told of an evaluation that takes long: `slow` while it still runs, and `over` when it has ended after all. */
export type EvaluationWatch = { slow(): void; over(): void }

/** The expression inside `{% ... %}`; null for an ordinary string. No space may stand before or after the marks. */
function expressionIn(text: string): string | null {
  return text.startsWith('{%') && text.endsWith('%}') && text.length >= 4
    ? text.slice(2, -2).trim()
    : null
}

/**
 * Creates an evaluator with these functions that runs in the calling thread and is bound by nothing. Each expression
 * is compiled once; definitions bound their number.
 */
export function createEvaluator(functions: Record<string, unknown>): Evaluator {
  const compiled = new Map<string, Expression>()
  const expression = (text: string): Expression => {
    const found = compiled.get(text) ?? compileExpression(text, functions)
    compiled.set(text, found)
    return found
  }

  const evaluate = async (text: string, variables: Record<string, unknown>, field: string) => {
    const what = `The JSONata expression '${text}' specified for the field '${field}'`
    try {
      return plainJson(await expression(text)(variables), what)
    } catch (thrown) {
      if (thrown instanceof StateError) throw thrown
      const { code, message } = thrown as { code?: string; message?: string }
      throw new StateError(
        'States.QueryEvaluationError',
        `${what} threw an error during evaluation. ${[code, message].filter(Boolean).join(': ')}`,
      )
    }
  }

  const fill: Evaluator['fill'] = async (template, variables, field) => {
    if (typeof template === 'string') {
      const text = expressionIn(template)
      return text === null ? template : evaluate(text, variables, field)
    }
    if (typeof template !== 'object' || template === null) return template
    if (Array.isArray(template)) {
      const filled: Json[] = []
      for (const [i, item] of template.entries())
        filled.push(await fill(item, variables, `${field}[${i}]`))
      return filled
    }
    const filled: [string, Json][] = []
    for (const [name, item] of Object.entries(template))
      filled.push([name, await fill(item, variables, `${field}/${name}`)])
    return Object.fromEntries(filled)
  }

  const check = (template: Json): void => {
    if (typeof template === 'string') {
      const text = expressionIn(template)
      if (text !== null) expression(text)
    } else if (typeof template === 'object' && template !== null)
      for (const item of Object.values(template)) check(item)
  }

  return { fill, check }
}

/**
 * Converts a JSONata result to plain JSON: sequences become arrays, undefined members are dropped. An undefined
 * result, a function, or a number that JSON cannot represent is States.QueryEvaluationError; `what` names the
 * expression in its cause.
 */
function plainJson(result: unknown, what: string): Json {
  if (result === undefined)
    throw new StateError('States.QueryEvaluationError', `${what} returned nothing (undefined).`)
  const text = JSON.stringify(result, (_name, value) => {
    if (typeof value === 'function')
      throw new StateError('States.QueryEvaluationError', `${what} returned a function.`)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new StateError('States.QueryEvaluationError', `${what} returned a number out of range.`)
    return value
  })
  return JSON.parse(text) as Json
}
