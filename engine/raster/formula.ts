import { addressOf, instantiateKernel, toArena, withArena } from './arena.ts'
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
 * back. A plane may be a part of a larger one: nothing behind it changes.
 *
 * The call throws when planes differ in length or a name has no value, and the first call whatever compiling throws.
 */
export function formula<const Plane extends string, const Scalar extends string = never>(
  names: FormulaDeclaration<Plane, Scalar>,
  text: string,
): Formula<Plane, Scalar> {
  let compiled: CompiledFormula | undefined
  return (
    planes: Readonly<Record<string, Float32Array>>,
    scalars: Readonly<Record<string, number>> = {},
  ) => {
    compiled ??= compileFormula(text, names.planes, names.scalars ?? [])
    const given = compiled.planes.map((name) => planes[name] ?? missing(name))
    const values = compiled.scalars.map((name) => scalars[name] ?? missing(name))
    requireOneLength(compiled.planes, given)
    runPass(compiled, given, values)
  }
}

function runPass(
  { planes, written, kernel }: CompiledFormula,
  given: readonly Float32Array[],
  values: readonly number[],
): void {
  const { length } = given[0]!
  if (length === 0) return
  const run = instantiateKernel(kernel)
  withArena(() => {
    const inArena = given.map(toArena)
    const results = written.map((name) => planes.indexOf(name))
    const ends = results.map((nth) => vectorEnd(inArena[nth]!))
    const kept = ends.map((end) => end.slice())
    run(...inArena.map(addressOf), ...values, 4 * length)
    for (const [nth, end] of ends.entries()) end.set(kept[nth]!)
    for (const nth of results) {
      if (inArena[nth] !== given[nth]) given[nth]!.set(inArena[nth]!)
    }
  })
}

/** The values behind a plane up to the end of its last vector, which the kernel writes too. */
function vectorEnd({ buffer, byteOffset, byteLength, length }: Float32Array): Float32Array {
  return new Float32Array(buffer, byteOffset + byteLength, -length & 3)
}

function requireOneLength(names: readonly string[], planes: readonly Float32Array[]): void {
  const { length } = planes[0]!
  if (planes.every((plane) => plane.length === length)) return
  const lengths = names.map((name, nth) => `${name} ${planes[nth]!.length}`)
  throw new Error(`The planes of a formula differ in length: ${lengths.join(', ')}.`)
}

function missing(name: string): never {
  throw new Error(`A formula was called without ${name}.`)
}
