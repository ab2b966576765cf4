import type { Series, Window } from './metric.ts'

/** A compiled expression: the series of its queries in, its own series out. */
export type Formula = (seriesOf: (id: string) => Series, window: Window) => Series

type Term = (context: { seriesOf: (id: string) => Series; window: Window }) => Series | number

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z]\w*)|([-+*/(),>]))/y

const OPERATIONS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '>': (one, other) => Number(one > other),
}

/**
 * Compiles an expression of metric math: numbers, ids, the four operations, `>`, `FILL(id, number)` and
 * `IF(condition, value, other)` (CloudWatch User Guide, "Using math expressions with CloudWatch metrics"). An operation
 * on two series has a value where both have one; a division by zero has none. The
 * loop goes once over the text, so that its time is linear.
 * @throws Error naming the expression, when it holds anything else
 */
export function compileMath(text: string): Formula {
  const tokens = tokensOf(text)
  let at = 0
  const fail = (): never => {
    throw new Error(`This metric math cannot be evaluated locally: ${text}`)
  }
  const take = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }
  const factor = (): Term => {
    const token = tokens[at++] ?? fail()
    if (token === '(') {
      const inner = comparison()
      return take(')') ? inner : fail()
    }
    if (/^\d/.test(token)) return () => Number(token)
    if (token === 'FILL' && take('(')) {
      const inner = sum()
      const filler = take(',') ? Number(tokens[at++]) : Number.NaN
      return take(')') && Number.isFinite(filler) ? fill(inner, filler) : fail()
    }
    if (token === 'IF' && take('(')) {
      const condition = comparison()
      const value = take(',') ? comparison() : fail()
      const other = take(',') ? comparison() : fail()
      return take(')') ? either(condition, value, other) : fail()
    }
    if (!/^[a-z]\w*$/.test(token)) return fail()
    return ({ seriesOf }) => seriesOf(token)
  }
  const chain = (operators: readonly string[], next: () => Term): Term => {
    let left = next()
    for (;;) {
      const operator = operators.find(take)
      if (operator === undefined) return left
      left = combine(OPERATIONS[operator]!, left, next())
    }
  }
  const sum = (): Term => chain(['+', '-'], () => chain(['*', '/'], factor))
  const comparison = (): Term => chain(['>'], sum)
  const whole = comparison()
  if (at < tokens.length) fail()
  return (seriesOf, window) => {
    const result = whole({ seriesOf, window })
    return typeof result === 'number' ? fail() : result
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text)
    if (!found) throw new Error(`This metric math cannot be evaluated locally: ${text}`)
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

function fill(term: Term, filler: number): Term {
  return (context) => {
    const series = term(context)
    if (typeof series === 'number') return series
    return new Map(context.window.starts.map((start) => [start, series.get(start) ?? filler]))
  }
}

/** The first value where the condition is none of 0, the other one where it is 0, none where it has no value. */
function either(condition: Term, value: Term, other: Term): Term {
  return (context) => {
    const { starts } = context.window
    const at = (term: Term) => {
      const found = term(context)
      return (start: number) => (typeof found === 'number' ? found : found.get(start))
    }
    const [asked, yes, no] = [at(condition), at(value), at(other)]
    return new Map(
      starts.flatMap((start): [number, number][] => {
        const answer = asked(start)
        const chosen = answer === undefined ? undefined : answer === 0 ? no(start) : yes(start)
        return chosen === undefined ? [] : [[start, chosen]]
      }),
    )
  }
}

function combine(operation: (one: number, other: number) => number, left: Term, right: Term): Term {
  return (context) => {
    const one = left(context)
    const other = right(context)
    if (typeof one === 'number' && typeof other === 'number') return operation(one, other)
    const of = (side: number | Series, start: number) =>
      typeof side === 'number' ? side : side.get(start)
    const values = context.window.starts.flatMap((start): [number, number][] => {
      const [a, b] = [of(one, start), of(other, start)]
      const value = a === undefined || b === undefined ? Number.NaN : operation(a, b)
      return Number.isFinite(value) ? [[start, value]] : []
    })
    return new Map(values)
  }
}
