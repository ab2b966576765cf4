import { INSTRUCTIONS } from './instructions.ts'

/** The types of a kernel's parameters and locals. */
const VALUE_TYPES = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const

type ValueType = keyof typeof VALUE_TYPES

/** A parameter of a kernel, such as `count: i32`. */
export type KernelParameter = `${string}: ${ValueType}`

type OneForEach<Values extends readonly unknown[]> = {
  readonly [Nth in keyof Values]: KernelParameter
}

/** The type of a kernel in JavaScript: a function that takes numbers and returns nothing. */
export type KernelFunction = (...values: never[]) => void

/** A WebAssembly function that works on an imported memory. `Run` is its type in JavaScript. */
export type Kernel<Run extends KernelFunction = KernelFunction> = {
  /** The parameters of `Run`, in the same order. */
  parameters: OneForEach<Parameters<Run>>
  /** The names of the locals of each type, separated by spaces. */
  locals: Readonly<Partial<Record<ValueType, string>>>
  /** Instructions as in WebAssembly's text format, without folding. `;;` starts a comment up to the end of the line. */
  body: string
}

/**
 * Assembles the WebAssembly module of one kernel. It imports `env.memory` and exports the kernel as `run`.
 *
 * JavaScript has no vector instructions. Without them, work on every channel of millions of pixels takes four to ten
 * times as long.
 * @param maxPages the maximum size of the shared memory, in pages of 64 KiB
 * @throws when the body names an unknown instruction or local
 */
export function assemble(kernel: Kernel, maxPages: number): Uint8Array<ArrayBuffer> {
  const parameters = kernel.parameters.map(parse)
  const locals = Object.entries(kernel.locals).flatMap(([type, names]) =>
    names.split(' ').map((name) => ({ name, type: VALUE_TYPES[type as ValueType] })),
  )
  const names = [...parameters, ...locals].map(({ name }) => name)
  const parameterTypes = vectorOf(parameters.map(({ type }) => [type]))
  const localTypes = vectorOf(locals.map(({ type }) => [1, type]))
  const sharedLimits = [3, 1, ...unsignedLeb(maxPages)]
  const code = [...localTypes, ...bodyOf(kernel.body, names), 0x0b]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vectorOf([[0x60, ...parameterTypes, 0]])),
    ...section(2, vectorOf([[...utf8Name('env'), ...utf8Name('memory'), 2, ...sharedLimits]])),
    ...section(3, vectorOf([[0]])),
    ...section(7, vectorOf([[...utf8Name('run'), 0, 0]])),
    ...section(10, vectorOf([[...unsignedLeb(code.length), ...code]])),
  ])
}

function parse(parameter: KernelParameter): { name: string; type: number } {
  const [name, type] = parameter.split(': ') as [string, ValueType]
  return { name, type: VALUE_TYPES[type] }
}

function bodyOf(body: string, names: readonly string[]): number[] {
  const words = body.replaceAll(/;;.*/g, '').split(/\s+/).filter(Boolean)
  const code: number[] = []
  const next = (): string => words.shift() ?? fail('The kernel ends within an instruction.')
  const local = (name: string): number[] => {
    const at = names.indexOf(name.slice(1))
    return at < 0 ? fail(`The kernel has no local ${name}.`) : unsignedLeb(at)
  }
  while (words.length > 0) {
    const name = next()
    const instruction = INSTRUCTIONS[name] ?? fail(`The instruction ${name} is not known.`)
    code.push(...instruction.code)
    switch (instruction.operand) {
      case 'local':
        code.push(...local(next()))
        break
      case 'i32':
        code.push(...signedLeb(Number(next())))
        break
      case 'f32':
        code.push(...new Uint8Array(Float32Array.of(Number(next())).buffer))
        break
      case 'f64':
        code.push(...new Uint8Array(Float64Array.of(Number(next())).buffer))
        break
      case 'depth':
        code.push(...unsignedLeb(Number(next())))
        break
      case 'offset':
        code.push(0, ...unsignedLeb(Number(next())))
        break
      case 'offset lane':
        code.push(0, ...unsignedLeb(Number(next())), Number(next()))
        break
      case 'lane':
        code.push(Number(next()))
        break
      case 'lanes':
        for (let lane = 0; lane < 16; lane++) code.push(Number(next()))
    }
  }
  return code
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsignedLeb(content.length), ...content]
}

function vectorOf(items: readonly (readonly number[])[]): number[] {
  return [...unsignedLeb(items.length), ...items.flat()]
}

function utf8Name(name: string): number[] {
  return [...unsignedLeb(name.length), ...Array.from(name, (letter) => letter.charCodeAt(0))]
}

/** Encodes a non-negative integer as unsigned LEB128. */
function unsignedLeb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsignedLeb(value >>> 7)]
}

/** Encodes a 32-bit integer as signed LEB128. */
function signedLeb(value: number): number[] {
  return value >= -64 && value < 64
    ? [value & 127]
    : [(value & 127) | 128, ...signedLeb(value >> 7)]
}

function fail(message: string): never {
  throw new Error(message)
}
