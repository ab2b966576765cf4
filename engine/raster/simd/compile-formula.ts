import type { Kernel, KernelParameter } from './assemble.ts'
import { compileLine, expressionCode } from './formula-code.ts'
import { addressCode, createNames, type FormulaNames, freshLocal } from './formula-names.ts'
import { linesOf } from './formula-tokens.ts'

/** The kernel of a formula, and the names of what it reads and writes. */
export type CompiledFormula = {
  /** Planes and scalars in the order of the kernel's parameters: the planes' addresses, then the scalars' values. */
  planes: readonly string[]
  scalars: readonly string[]
  /** The planes that the formula writes. */
  written: readonly string[]
  kernel: Kernel<(...values: number[]) => void>
}

/**
 * Compiles lines of the form `name = expression` and `where condition` into one pass over planes, four pixels at a
 * time.
 *
 * A plane's name stands for its value at the pixel. It is read before the first line that assigns it and written after
 * the last line. A scalar has the same value at every pixel. Any other name is a variable of the pixel, which the line
 * that assigns it defines.
 *
 * Expressions have `+ - * /`, comparisons, `condition ? then : otherwise`, `min`, `max`, `abs`, `sqrt`, `nearest`
 * (rounds to an integer), and the functions of {@link import('./formula-functions.ts').FORMULA_FUNCTIONS}. With a
 * `where` line, no plane is written at pixels where its condition is false.
 * @throws when a line cannot be parsed, a name is unknown, or a name is declared or assigned but not used
 */
export function compileFormula(
  text: string,
  planes: readonly string[],
  scalars: readonly string[],
): CompiledFormula {
  const names = createNames(planes, scalars)
  const place = placeCode(names, linesOf(text))
  const { top, read, written, constants } = names
  const unused = [...planes, ...scalars, ...top.keys()].find(
    (name) => !read.has(name) && !written.has(name),
  )
  if (unused) throw new Error(`${unused} is not used.`)
  const setup = [
    'i32.const 127  i32x4.splat  local.set $bias',
    ...scalars.map((name, nth) => `local.get $n${nth}  f32x4.splat  local.set $${top.get(name)}`),
    ...[...constants].map(([value, name]) => `f32.const ${value}  f32x4.splat  local.set $${name}`),
  ]
  return {
    planes,
    scalars,
    written: [...written],
    kernel: {
      parameters: [
        ...planes.map((name): KernelParameter => `${name}At: i32`),
        ...scalars.map((_, nth): KernelParameter => `n${nth}: f32`),
        'bytes: i32',
      ],
      locals: { i32: 'at', v128: ['bias', ...names.locals].join(' ') },
      body: `${setup.join('\n')}
loop
  block
    ${place}
  end
  local.get $at  i32.const 16  i32.add  local.tee $at
  local.get $bytes  i32.lt_u  br_if 0
end`,
    },
  }
}

/** Code for four pixels. It leaves the enclosing block early if a `where` condition is false at all four. */
function placeCode(names: FormulaNames, lines: readonly string[]): string {
  let code = ''
  let where: string | undefined
  for (const line of lines) {
    if (!line.startsWith('where ')) {
      code += compileLine(names, line, names.top)
      continue
    }
    const condition = expressionCode(names, line.slice(6), names.top)
    const both = where ? `local.get $${where}  v128.and` : ''
    where = freshLocal(names)
    code += `${condition}  ${both}  local.tee $${where}  v128.any_true  i32.eqz  br_if 0\n`
  }
  for (const plane of names.written) code += storeCode(names, plane, where)
  return code
}

/** Code that writes a plane's new values, only at pixels where the condition holds if there is one. */
function storeCode({ top }: FormulaNames, plane: string, where: string | undefined): string {
  const address = addressCode(plane)
  const kept = where ? `${address}  v128.load 0  local.get $${where}  v128.bitselect` : ''
  return `${address}  local.get $${top.get(plane)}  ${kept}  v128.store 0\n`
}
