import type { Kernel } from './assemble.ts'
import { FUNCTIONS } from './functions.ts'

/** What a formula reads and writes, and the kernel that does it. */
export type CompiledFormula = {
  /** Planes in the order of the kernel's addresses, and numbers in the order of those behind them. */
  planes: readonly string[]
  numbers: readonly string[]
  /** The planes it writes. */
  written: readonly string[]
  kernel: Kernel
}

/** What the machine does by itself. */
const OPERATIONS: Readonly<Record<string, string>> = {
  min: 'f32x4.pmin',
  max: 'f32x4.pmax',
  abs: 'f32x4.abs',
  sqrt: 'f32x4.sqrt',
  nearest: 'f32x4.nearest',
  twoToThe: 'i32x4.trunc_sat_f32x4_s $127 i32x4.add i32.const 23 i32x4.shl',
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': 'f32x4.lt',
  '>': 'f32x4.gt',
  '<=': 'f32x4.le',
  '>=': 'f32x4.ge',
}

/** From what binds least to what binds most. */
const BINDING: readonly Readonly<Record<string, string>>[] = [
  COMPARISONS,
  { '+': 'f32x4.add', '-': 'f32x4.sub' },
  { '*': 'f32x4.mul', '/': 'f32x4.div' },
]

const TOKEN = /\s*([A-Za-z_]\w*|\d+(?:\.\d+)?|<=|>=|[-+*/()<>?:,=])/y

/** Where names stand: those of a formula, or of a function within one. */
type Scope = Map<string, string>

/**
 * Compiles lines of the form `name = formula` and `where condition` into one pass over planes, four places at a time.
 * Names of `planes` are the numbers at a place, read before the first line that gives them a value and written after the
 * last; `numbers` are the same everywhere; all others stand for the place's own result of the line that names them. There
 * are `+ - * /`, comparisons, `condition ? then : else`, and the functions of {@link FUNCTIONS} and `min`, `max`, `abs`,
 * `sqrt`, `nearest`. After `where` nothing is written where the condition does not hold.
 * @throws when a line cannot be read or a name is not known
 */
export function compileFormula(
  text: string,
  planes: readonly string[],
  numbers: readonly string[],
): CompiledFormula {
  const locals: Record<string, 'v128' | 'i32'> = { at: 'i32' }
  const constants = new Map<string, string>()
  const written = new Set<string>()
  const loaded = new Set<string>()
  let count = 0
  let body = ''
  let where: string | undefined

  const fresh = (): string => {
    const name = `v${count++}`
    locals[name] = 'v128'
    return name
  }
  const constant = (value: string): string => {
    if (!constants.has(value)) constants.set(value, fresh())
    return `local.get $${constants.get(value)}`
  }
  const address = (plane: string): string => `local.get $${plane}At  local.get $at  i32.add`
  const top: Scope = new Map()
  for (const name of numbers) top.set(name, fresh())

  const read = (name: string, scope: Scope): string => {
    const local = scope.get(name)
    if (local !== undefined) return `local.get $${local}`
    if (scope !== top || !planes.includes(name)) throw new Error(`${name} is not known.`)
    const own = fresh()
    top.set(name, own)
    loaded.add(name)
    return `${address(name)}  v128.load 0  local.tee $${own}`
  }

  const call = (name: string, given: readonly string[]): string => {
    const operation = OPERATIONS[name]
    if (operation) {
      return `${given.join('  ')}  ${operation.replace('$127', 'local.get $bias')}`
    }
    const known = FUNCTIONS[name]
    if (!known || known.parameters.length !== given.length) {
      throw new Error(`There is no function ${name} of ${given.length}.`)
    }
    const scope: Scope = new Map()
    let code = ''
    for (const [nth, value] of given.entries()) {
      const local = fresh()
      scope.set(known.parameters[nth]!, local)
      code += `${value}  local.set $${local}\n`
    }
    const lines = linesOf(known.body)
    const result = lines.pop()!
    for (const line of lines) code += assign(line, scope)
    return code + expression(result, scope)
  }

  const expression = (line: string, scope: Scope): string => {
    const tokens = tokensOf(line)
    const code = choice(tokens, scope)
    if (tokens.length > 0) throw new Error(`${tokens.join(' ')} was not expected in: ${line}`)
    return code
  }
  const choice = (tokens: string[], scope: Scope): string => {
    const condition = chain(tokens, scope, 0)
    if (tokens[0] !== '?') return condition
    tokens.shift()
    // Read first, laid first: what is loaded in the condition is there for the choices.
    const kept = fresh()
    const then = choice(tokens, scope)
    expect(tokens, ':')
    return `${condition}  local.set $${kept}
      ${then}  ${choice(tokens, scope)}  local.get $${kept}  v128.bitselect`
  }
  const chain = (tokens: string[], scope: Scope, level: number): string => {
    const operators = BINDING[level]
    if (!operators) return factor(tokens, scope)
    let code = chain(tokens, scope, level + 1)
    for (let next = operators[tokens[0]!]; next; next = operators[tokens[0]!]) {
      tokens.shift()
      code += `  ${chain(tokens, scope, level + 1)}  ${next}`
    }
    return code
  }
  const factor = (tokens: string[], scope: Scope): string => {
    const token = tokens.shift() ?? ''
    if (token === '-') return `${constant('0')}  ${factor(tokens, scope)}  f32x4.sub`
    if (token === '(') {
      const code = choice(tokens, scope)
      expect(tokens, ')')
      return code
    }
    if (/^\d/.test(token)) return constant(token)
    if (!/^\w/.test(token)) throw new Error(`${token || 'The end'} was not expected.`)
    if (tokens[0] !== '(') return read(token, scope)
    return call(token, argumentsOf(tokens, scope))
  }
  const argumentsOf = (tokens: string[], scope: Scope): string[] => {
    const given: string[] = []
    do {
      tokens.shift()
      given.push(choice(tokens, scope))
    } while (tokens[0] === ',')
    expect(tokens, ')')
    return given
  }
  const assign = (line: string, scope: Scope): string => {
    const [, name, value] = /^(\w+) = (.+)$/.exec(line) ?? []
    if (!name || !value) throw new Error(`Not a line of a formula: ${line}`)
    const code = expression(value, scope)
    const local = fresh()
    scope.set(name, local)
    if (scope === top && planes.includes(name)) written.add(name)
    return `${code}  local.set $${local}\n`
  }

  for (const line of linesOf(text)) {
    if (!line.startsWith('where ')) {
      body += assign(line, top)
      continue
    }
    const condition = expression(line.slice(6), top)
    const both = where ? `local.get $${where}  v128.and` : ''
    where = fresh()
    body += `${condition}  ${both}  local.tee $${where}  v128.any_true  i32.eqz  br_if 0\n`
  }
  for (const plane of written) {
    const kept = where ? `${address(plane)}  v128.load 0  local.get $${where}  v128.bitselect` : ''
    body += `${address(plane)}  local.get $${top.get(plane)}  ${kept}  v128.store 0\n`
  }

  locals['bias'] = 'v128'
  const used = planes.filter((name) => written.has(name) || loaded.has(name))
  const laid = [
    'i32.const 127  i32x4.splat  local.set $bias',
    ...numbers.map((name, nth) => `local.get $n${nth}  f32x4.splat  local.set $${top.get(name)}`),
    ...[...constants].map(([value, name]) => `f32.const ${value}  f32x4.splat  local.set $${name}`),
  ]
  return {
    planes: used,
    numbers,
    written: [...written],
    kernel: {
      parameters: Object.fromEntries([
        ...used.map((name) => [`${name}At`, 'i32'] as const),
        ...numbers.map((_, nth) => [`n${nth}`, 'f32'] as const),
        ['bytes', 'i32'] as const,
      ]),
      locals,
      body: `${laid.join('\n')}
loop
  block
    ${body}
  end
  local.get $at  i32.const 16  i32.add  local.tee $at
  local.get $bytes  i32.lt_u  br_if 0
end`,
    },
  }
}

/** The lines of a formula; one that ends before its value goes on in the next. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

function tokensOf(line: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < line.length) {
    const from = TOKEN.lastIndex
    const token = TOKEN.exec(line)?.[1]
    if (!token) throw new Error(`Cannot be read: ${line.slice(from).trim()}`)
    tokens.push(token)
  }
  return tokens
}

function expect(tokens: string[], wanted: string): void {
  if (tokens.shift() !== wanted) throw new Error(`${wanted} was expected.`)
}
