import { FORMULA_FUNCTIONS } from './formula-functions.ts'
import {
  constantCode,
  type FormulaNames,
  freshLocal,
  type NameScope,
  nameCode,
} from './formula-names.ts'
import { expectToken, linesOf, tokensOf } from './formula-tokens.ts'

/** Functions of one argument or two that are WebAssembly instructions. `twoToThe` sets the exponent bits of a float. */
const OPERATIONS: Readonly<Record<string, string>> = {
  min: 'f32x4.pmin',
  max: 'f32x4.pmax',
  abs: 'f32x4.abs',
  sqrt: 'f32x4.sqrt',
  nearest: 'f32x4.nearest',
  twoToThe: 'i32x4.trunc_sat_f32x4_s local.get $bias i32x4.add i32.const 23 i32x4.shl',
}

/** Binary operators by precedence, lowest first. */
const BINDING: readonly Readonly<Record<string, string>>[] = [
  { '<': 'f32x4.lt', '>': 'f32x4.gt', '<=': 'f32x4.le', '>=': 'f32x4.ge' },
  { '+': 'f32x4.add', '-': 'f32x4.sub' },
  { '*': 'f32x4.mul', '/': 'f32x4.div' },
]

/**
 * The code of a line `name = expression`. Defines the name in `scope`.
 * @throws when the line does not have this form
 */
export function compileLine(names: FormulaNames, line: string, scope: NameScope): string {
  const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? []
  if (!name || !value) throw new Error(`Not a line of a formula: ${line}`)
  const code = expressionCode(names, value, scope)
  const local = freshLocal(names)
  scope.set(name, local)
  if (scope === names.top && names.planes.includes(name)) names.written.add(name)
  return `${code}  local.set $${local}\n`
}

/**
 * The code that leaves the value of an expression on the stack.
 * @throws when it cannot be parsed or contains an unknown name
 */
export function expressionCode(names: FormulaNames, line: string, scope: NameScope): string {
  const tokens = tokensOf(line)
  const code = choice(names, tokens, scope)
  if (tokens.length > 0) throw new Error(`${tokens.join(' ')} was not expected in: ${line}`)
  return code
}

function choice(names: FormulaNames, tokens: string[], scope: NameScope): string {
  const condition = chain(names, tokens, scope, 0)
  if (tokens[0] !== '?') return condition
  tokens.shift()
  // Code runs in the order of parsing: the branches may reuse planes that the condition has loaded.
  const kept = freshLocal(names)
  const then = choice(names, tokens, scope)
  expectToken(tokens, ':')
  return `${condition}  local.set $${kept}
      ${then}  ${choice(names, tokens, scope)}  local.get $${kept}  v128.bitselect`
}

function chain(names: FormulaNames, tokens: string[], scope: NameScope, level: number): string {
  const operators = BINDING[level]
  if (!operators) return factor(names, tokens, scope)
  let code = chain(names, tokens, scope, level + 1)
  for (let next = operators[tokens[0]!]; next; next = operators[tokens[0]!]) {
    tokens.shift()
    code += `  ${chain(names, tokens, scope, level + 1)}  ${next}`
  }
  return code
}

function factor(names: FormulaNames, tokens: string[], scope: NameScope): string {
  const token = tokens.shift() ?? ''
  if (token === '-') {
    return `${constantCode(names, '0')}  ${factor(names, tokens, scope)}  f32x4.sub`
  }
  if (token === '(') {
    const code = choice(names, tokens, scope)
    expectToken(tokens, ')')
    return code
  }
  if (/^\d/.test(token)) return constantCode(names, token)
  if (!/^\w/.test(token)) throw new Error(`${token || 'The end'} was not expected.`)
  if (tokens[0] !== '(') return nameCode(names, token, scope)
  if (token === 'smoothstep') requireRising(tokens)
  return call(names, token, argumentsOf(names, tokens, scope))
}

/** The edges of a smoothstep that are numbers, at the beginning of its arguments. */
const EDGES = /^\((-?[\d.]+),(-?[\d.]+),/

/** @throws when the second edge of a smoothstep is not above the first: what falls is 1 less what rises */
function requireRising(tokens: readonly string[]): void {
  const [, from, to] = EDGES.exec(tokens.join('')) ?? []
  if (Number(from) >= Number(to)) throw new Error(`smoothstep(${from}, ${to}, …) does not rise.`)
}

function argumentsOf(names: FormulaNames, tokens: string[], scope: NameScope): string[] {
  const given: string[] = []
  do {
    tokens.shift()
    given.push(choice(names, tokens, scope))
  } while (tokens[0] === ',')
  expectToken(tokens, ')')
  return given
}

/** The code of a function call. The function's lines are inlined, with a scope of their own. */
function call(names: FormulaNames, name: string, given: readonly string[]): string {
  const operation = OPERATIONS[name]
  if (operation) return `${given.join('  ')}  ${operation}`
  const known = FORMULA_FUNCTIONS[name]
  if (!known || known.parameters.length !== given.length) {
    throw new Error(`There is no function ${name} of ${given.length}.`)
  }
  const scope: NameScope = new Map()
  let code = ''
  for (const [nth, value] of given.entries()) {
    const local = freshLocal(names)
    scope.set(known.parameters[nth]!, local)
    code += `${value}  local.set $${local}\n`
  }
  const lines = linesOf(known.body)
  const result = lines.pop()!
  for (const line of lines) code += compileLine(names, line, scope)
  return code + expressionCode(names, result, scope)
}
