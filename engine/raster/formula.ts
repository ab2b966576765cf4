import { instantiateKernel, toArena, withArena } from './arena.ts'
import { type CompiledFormula, compileFormula } from './simd/compile-formula.ts'

/** Planes by the names a formula has for them, all of one size, and its numbers. */
export type Formula = (
  planes: Readonly<Record<string, Float32Array>>,
  numbers?: Readonly<Record<string, number>>,
) => void

/**
 * A pass over planes, place by place, that is written as {@link compileFormula} reads it and carried out by a kernel, which
 * is made when the formula is first used. Each use gives it the same names. It is done over the shortest of the planes.
 * @throws what compiling throws, at the first use
 */
export function formula(text: string): Formula {
  let made: { compiled: CompiledFormula; run: (...all: number[]) => void } | undefined
  return (planes, numbers = {}) => {
    if (!made) {
      const compiled = compileFormula(text, Object.keys(planes), Object.keys(numbers))
      made = { compiled, run: instantiateKernel(compiled.kernel) }
    }
    const { compiled, run } = made
    const names = compiled.planes
    withArena(() => {
      const laid = names.map((name) => toArena(planes[name]!))
      const length = Math.min(...laid.map((plane) => plane.length))
      if (length === 0) return
      const values = compiled.numbers.map((name) => numbers[name]!)
      run(...laid.map(({ byteOffset }) => byteOffset), ...values, 4 * length)
      for (const [nth, name] of names.entries()) {
        if (laid[nth] !== planes[name] && compiled.written.includes(name)) {
          planes[name]!.set(laid[nth]!)
        }
      }
    })
  }
}
