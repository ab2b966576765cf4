import type { Kernel } from './assemble.ts'
import { expressionCode, lineCode } from './formula-code.ts'
import { addressCode, createNames, type FormulaNames, freshLocal } from './formula-names.ts'
import { linesOf } from './formula-tokens.ts'

/** What a formula reads and writes, and the kernel that does it. */
export type CompiledFormula = {
  /** Planes in the order of the kernel's addresses, and numbers in the order of those behind them. */
  planes: readonly string[]
  numbers: readonly string[]
  /** The planes it writes. */
  written: readonly string[]
  kernel: Kernel
}

/**
 * Compiles lines of the form `name = formula` and `where condition` into one pass over planes, four places at a time.
 * Names of `planes` are the numbers at a place, read before the first line that gives them a value and written after the
 * last; `numbers` are the same everywhere; all others stand for the place's own result of the line that names them. There
 * are `+ - * /`, comparisons, `condition ? then : else`, and the functions of
 * {@link import('./formula-functions.ts').FUNCTIONS} and `min`, `max`, `abs`, `sqrt`, `nearest`. After `where` nothing is written
 * where the condition does not hold.
 * @throws when a line cannot be read or a name is not known
 */
export function compileFormula(
  text: string,
  planes: readonly string[],
  numbers: readonly string[],
): CompiledFormula {
  const names = createNames(planes, numbers)
  const place = placeCode(names, linesOf(text))
  const { top, written, loaded, constants } = names
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
      locals: { ...names.locals, bias: 'v128' },
      body: `${laid.join('\n')}
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
