import { instantiateKernel, toArena, withArena } from './arena.ts'
import { type CompiledFormula, compileFormula } from './simd/compile-formula.ts'

/** The names a formula reads and writes: planes of one size, and scalars, which are the same for every pixel. */
export type FormulaDeclaration<Plane extends string, Scalar extends string = never> = {
  planes: readonly Plane[]
  scalars?: readonly Scalar[]
}

/** Makes properties with other names an error, also those that a spread brings along. */
type Only<Name extends string, Given> = {
  [Key in keyof Given]: Key extends Name ? Given[Key] : never
}

/** A pass over planes. It takes exactly the planes and scalars that it was declared with. */
export type Formula<Plane extends string, Scalar extends string = never> = <
  Planes extends Readonly<Record<Plane, Float32Array>>,
  Scalars extends Readonly<Record<Scalar, number>>,
>(
  planes: Planes & Only<Plane, Planes>,
  ...scalars: [Scalar] extends [never] ? [] : [scalars: Scalars & Only<Scalar, Scalars>]
) => void

/**
 * Declares a pass over planes, pixel by pixel, in the language of {@link compileFormula}. A kernel carries it out,
 * which is compiled at the first call. Planes that are not in the arena are copied into it, and those written copied
 * back.
 *
 * The call throws when planes differ in length or a name has no value, and the first call whatever compiling throws.
 */
export function formula<const Plane extends string, const Scalar extends string = never>(
  names: FormulaDeclaration<Plane, Scalar>,
  text: string,
): Formula<Plane, Scalar> {
  let pass: Pass | undefined
  return (
    planes: Readonly<Record<string, Float32Array>>,
    scalars: Readonly<Record<string, number>> = {},
  ) => {
    pass ??= openPass(compileFormula(text, names.planes, names.scalars ?? []))
    runPass(pass, planes, scalars)
  }
}

type Pass = CompiledFormula & { run: (...values: number[]) => void }

function openPass(compiled: CompiledFormula): Pass {
  return { ...compiled, run: instantiateKernel(compiled.kernel) }
}

function runPass(
  { planes: planeNames, scalars: scalarNames, written, run }: Pass,
  planes: Readonly<Record<string, Float32Array>>,
  scalars: Readonly<Record<string, number>>,
): void {
  const given = planeNames.map((name) => planes[name] ?? missing(name))
  const values = scalarNames.map((name) => scalars[name] ?? missing(name))
  const { length } = given[0]!
  if (given.some((plane) => plane.length !== length)) {
    const lengths = planeNames.map((name, nth) => `${name} ${given[nth]!.length}`)
    throw new Error(`The planes of a formula differ in length: ${lengths.join(', ')}.`)
  }
  if (length === 0) return
  withArena(() => {
    const inArena = given.map(toArena)
    run(...inArena.map(({ byteOffset }) => byteOffset), ...values, 4 * length)
    for (const [nth, name] of planeNames.entries()) {
      const [plane, result] = [given[nth]!, inArena[nth]!]
      if (result !== plane && written.includes(name)) plane.set(result)
    }
  })
}

function missing(name: string): never {
  throw new Error(`A formula was called without ${name}.`)
}
