import { INSTRUCTIONS } from './instructions.ts'

/** The types of a kernel's numbers. */
const VALUE_TYPES = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const

/** A function without a result, over a memory that is given to it. */
export type Kernel = {
  /** Its parameters' types by name, in order. */
  parameters: Readonly<Record<string, keyof typeof VALUE_TYPES>>
  locals: Readonly<Record<string, keyof typeof VALUE_TYPES>>
  /** Its instructions in the order of WebAssembly's text format, `;;` before a comment. */
  body: string
}

/**
 * The WebAssembly module of one kernel: it imports `env.memory` and exports the kernel as `run`. JavaScript has no
 * vector instructions, and what is done to every channel of millions of pixels takes four to ten times as long without
 * them. Assembled here, the kernels stand in the source as what they are.
 * @param sharedPages the most pages of the memory, where that is a shared one
 * @throws when the body names an instruction or a local that is not known
 */
export function assemble(kernel: Kernel, sharedPages?: number): Uint8Array<ArrayBuffer> {
  const { parameters, locals } = kernel
  const types = (all: Kernel['locals']): number[] =>
    Object.values(all).map((type) => VALUE_TYPES[type])
  const declared = types(locals).map((type) => [1, type])
  const names = [...Object.keys(parameters), ...Object.keys(locals)]
  const limits = sharedPages === undefined ? [0, 1] : [3, 1, ...unsignedLeb(sharedPages)]
  const code = [...vectorOf(declared), ...bodyOf(kernel.body, names), 0x0b]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vectorOf([[0x60, ...vectorOf(types(parameters).map((type) => [type])), 0]])),
    ...section(2, vectorOf([[...utf8Name('env'), ...utf8Name('memory'), 2, ...limits]])),
    ...section(3, vectorOf([[0]])),
    ...section(7, vectorOf([[...utf8Name('run'), 0, 0]])),
    ...section(10, vectorOf([[...unsignedLeb(code.length), ...code]])),
  ])
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
      case 'depth':
        code.push(...unsignedLeb(Number(next())))
        break
      case 'offset':
        code.push(0, ...unsignedLeb(Number(next())))
        break
      case 'offset lane':
        code.push(0, ...unsignedLeb(Number(next())), Number(next()))
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

/** LEB128 of a number that is not negative. */
function unsignedLeb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsignedLeb(value >>> 7)]
}

/** LEB128 of a number that may be negative. */
function signedLeb(value: number): number[] {
  return value >= -64 && value < 64
    ? [value & 127]
    : [(value & 127) | 128, ...signedLeb(value >> 7)]
}

function fail(message: string): never {
  throw new Error(message)
}
