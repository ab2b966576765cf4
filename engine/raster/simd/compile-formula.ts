import type { Kernel, KernelParameter } from './assemble.ts'
import { expressionCode, lineCode } from './formula-code.ts'
import { addressCode, createNames, type FormulaNames, freshLocal } from './formula-names.ts'
import { linesOf } from './formula-tokens.ts'

/** What a formula reads and writes, and the kernel that does it. */
export type CompiledFormula = {
  /** Planes in the order of the kernel's addresses, and scalars in the order of the values behind them. */
  planes: readonly string[]
  scalars: readonly string[]
  /** The planes it writes. */
  written: readonly string[]
  kernel: Kernel<(...values: number[]) => void>
}

/**
 * Compiles lines of the form `name = expression` and `where condition` into one pass over planes, four pixels at a time.
 * A plane's name is its value at the pixel: it is read before the first line that assigns it and written after the last.
 * Scalars are the same at every pixel. Any other name is the pixel's own result of the line that assigns it. There are
 * `+ - * /`, comparisons, `condition ? then : otherwise`, the functions of
 * {@link import('./formula-functions.ts').FORMULA_FUNCTIONS}, and `min`, `max`, `abs`, `sqrt` and `nearest`. Below a `where`
 * nothing is written at pixels where its condition does not hold.
 * @throws when a line cannot be read, a name is not known, or a name is declared or assigned but not used
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

/** What is done at four places, in a block that is left where no condition holds at any of them. */
function placeCode(names: FormulaNames, lines: readonly string[]): string {
  let code = ''
  let where: string | undefined
  for (const line of lines) {
    if (!line.startsWith('where ')) {
      code += lineCode(names, line, names.top)
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

/** Writes a plane's new numbers, where the condition holds if there is one. */
function storeCode({ top }: FormulaNames, plane: string, where: string | undefined): string {
  const address = addressCode(plane)
  const kept = where ? `${address}  v128.load 0  local.get $${where}  v128.bitselect` : ''
  return `${address}  local.get $${top.get(plane)}  ${kept}  v128.store 0\n`
}
