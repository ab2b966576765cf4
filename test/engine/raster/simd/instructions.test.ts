import { expect, it, test } from 'vitest'
import { assemble } from '../../../../engine/raster/simd/assemble.ts'
import { INSTRUCTIONS } from '../../../../engine/raster/simd/instructions.ts'

// Each instruction does what the WebAssembly specification says of its name (version 3, section 4.3), on values whose
// result its neighbours in the table of opcodes do not give. A table that is wrong in a byte makes a kernel wrong.

type Value = number | Vector
type Vector = Int8Array | Uint8Array | Int16Array | Int32Array | Float32Array | Float64Array
type Case = [text: string, inputs: readonly [type: Type, value: Value][], type: Type, value: Value]
type Type = 'i32' | 'f32' | 'f64' | 'v128'

const MAX_PAGES = 2

/** Where a result is stored, and where the memory of {@link fromMemory} lies, in bytes. */
const [RESULT, MEMORY] = [96, 64]

const bytes = (...values: number[]) => Uint8Array.from(values)
const shorts = (...values: number[]) => Int16Array.from(values)
const ints = (...values: number[]) => Int32Array.from(values)
const floats = (...values: number[]) => Float32Array.from(values)
const doubles = (...values: number[]) => Float64Array.from(values)
const all = Uint8Array.from({ length: 16 }, (_, at) => at)

/** A case of one kind of operand: `type.name`, its operands and the result. */
function of(type: Type, result: Type, text: string, ...values: [...Value[]]): Case {
  const inputs = values.slice(0, -1).map((value): [Type, Value] => [type, value])
  return [text, inputs, result, values.at(-1)!]
}

const i32 = (text: string, ...values: number[]) => of('i32', 'i32', text, ...values)
const f32 = (text: string, ...values: number[]) => of('f32', 'f32', text, ...values)
const f64 = (text: string, ...values: number[]) => of('f64', 'f64', text, ...values)
const v128 = (text: string, ...values: Vector[]) => of('v128', 'v128', text, ...values)

/** A case of an instruction that reads the memory: bytes 200, 201, 202 … from `MEMORY` on. */
function fromMemory(text: string, type: Type, value: Value): Case {
  return [text, [['i32', 0]], type, value]
}

/** A case of an operand and a number of bits. */
function shifted(text: string, value: Vector, by: number, result: Vector): Case {
  return [
    text,
    [
      ['v128', value],
      ['i32', by],
    ],
    'v128',
    result,
  ]
}

const IN_MEMORY = Uint8Array.from({ length: 16 }, (_, at) => 200 + at)
const NONE = -1

const CASES: Case[] = [
  fromMemory('i32.load 64', 'i32', new Int32Array(IN_MEMORY.buffer)[0]!),
  fromMemory('i32.load8_s 65', 'i32', 201 - 256),
  fromMemory('i32.load8_u 65', 'i32', 201),
  fromMemory('i32.load16_u 64', 'i32', 200 + 201 * 256),
  fromMemory('f32.load 64', 'f32', new Float32Array(IN_MEMORY.buffer)[0]!),
  fromMemory('v128.load 64', 'v128', IN_MEMORY),
  fromMemory('v128.load8x8_u 64', 'v128', shorts(200, 201, 202, 203, 204, 205, 206, 207)),
  fromMemory(
    'v128.load16x4_u 64',
    'v128',
    Int32Array.from(new Uint16Array(IN_MEMORY.buffer).subarray(0, 4)),
  ),
  fromMemory(
    'v128.load8_splat 66',
    'v128',
    all.map(() => 202),
  ),
  fromMemory(
    'v128.load32_splat 64',
    'v128',
    bytes(...[0, 1, 2, 3].flatMap(() => [200, 201, 202, 203])),
  ),
  fromMemory(
    'v128.load32_zero 64',
    'v128',
    bytes(200, 201, 202, 203, ...Array<number>(12).fill(0)),
  ),
  [
    'v128.load64_lane 64 1',
    [
      ['i32', 0],
      ['v128', all],
    ],
    'v128',
    bytes(0, 1, 2, 3, 4, 5, 6, 7, ...IN_MEMORY.subarray(0, 8)),
  ],
  i32('i32.eqz', 0, 1),
  i32('i32.eqz', 7, 0),
  i32('i32.eq', 7, 7, 1),
  i32('i32.eq', 7, 9, 0),
  i32('i32.eq', 9, 7, 0),
  i32('i32.ne', 7, 7, 0),
  i32('i32.ne', 7, 9, 1),
  i32('i32.ne', 9, 7, 1),
  i32('i32.lt_s', -1, 1, 1),
  i32('i32.lt_s', 1, 1, 0),
  i32('i32.lt_s', 1, -1, 0),
  i32('i32.lt_u', -1, 1, 0),
  i32('i32.lt_u', 1, 1, 0),
  i32('i32.lt_u', 1, -1, 1),
  i32('i32.gt_s', 1, -1, 1),
  i32('i32.gt_s', 1, 1, 0),
  i32('i32.gt_s', -1, 1, 0),
  i32('i32.add', 70, 9, 79),
  i32('i32.sub', 70, 9, 61),
  i32('i32.mul', 70, 9, 630),
  i32('i32.div_u', -70, 9, Math.floor((2 ** 32 - 70) / 9)),
  i32('i32.and', 12, 10, 8),
  i32('i32.or', 12, 10, 14),
  i32('i32.xor', 12, 10, 6),
  i32('i32.shl', -70, 2, -280),
  i32('i32.shr_s', -70, 2, -18),
  i32('i32.shr_u', -70, 2, -70 >>> 2),
  [
    'select',
    [
      ['i32', 5],
      ['i32', 6],
      ['i32', 1],
    ],
    'i32',
    5,
  ],
  [
    'select',
    [
      ['i32', 5],
      ['i32', 6],
      ['i32', 0],
    ],
    'i32',
    6,
  ],
  of('f32', 'i32', 'f32.gt', 2, 1, 1),
  of('f32', 'i32', 'f32.gt', 1, 1, 0),
  of('f32', 'i32', 'f32.gt', 1, 2, 0),
  of('f32', 'i32', 'f32.ge', 2, 1, 1),
  of('f32', 'i32', 'f32.ge', 1, 1, 1),
  of('f32', 'i32', 'f32.ge', 1, 2, 0),
  of('f64', 'i32', 'f64.eq', 1, 1, 1),
  of('f64', 'i32', 'f64.eq', 1, 2, 0),
  of('f64', 'i32', 'f64.eq', 2, 1, 0),
  of('f64', 'i32', 'f64.lt', 1, 2, 1),
  of('f64', 'i32', 'f64.lt', 1, 1, 0),
  of('f64', 'i32', 'f64.lt', 2, 1, 0),
  of('f64', 'i32', 'f64.gt', 2, 1, 1),
  of('f64', 'i32', 'f64.gt', 1, 1, 0),
  of('f64', 'i32', 'f64.gt', 1, 2, 0),
  of('f64', 'i32', 'f64.ge', 2, 1, 1),
  of('f64', 'i32', 'f64.ge', 1, 1, 1),
  of('f64', 'i32', 'f64.ge', 1, 2, 0),
  f64('f64.abs', -2.25, 2.25),
  f64('f64.nearest', 2.5, 2),
  f64('f64.nearest', -1.75, -2),
  f64('f64.ceil', -1.75, -1),
  f64('f64.ceil', 1.25, 2),
  f64('f64.sqrt', 2.25, 1.5),
  f64('f64.add', 6, 0.5, 6.5),
  f64('f64.sub', 6, 0.5, 5.5),
  f64('f64.mul', 6, 0.5, 3),
  f64('f64.div', 6, 0.5, 12),
  f64('f64.min', 6, 0.5, 0.5),
  f64('f64.max', 6, 0.5, 6),
  of('f64', 'f32', 'f32.demote_f64', 1 / 3, Math.fround(1 / 3)),
  of('i32', 'f64', 'f64.convert_i32_s', -3, -3),
  of('i32', 'f64', 'f64.convert_i32_u', -3, 2 ** 32 - 3),
  of('f32', 'f64', 'f64.promote_f32', 1 / 3, Math.fround(1 / 3)),
  of('i32', 'f32', 'f32.convert_i32_s', -3, -3),
  f32('f32.nearest', 2.5, 2),
  f32('f32.nearest', -1.75, -2),
  f32('f32.add', 6, 0.5, 6.5),
  f32('f32.sub', 6, 0.5, 5.5),
  f32('f32.mul', 6, 0.5, 3),
  f32('f32.min', 6, 0.5, 0.5),
  of('f32', 'i32', 'i32.trunc_sat_f32_s', -2.75, -2),
  of('f32', 'i32', 'i32.trunc_sat_f32_s', 1e20, 2 ** 31 - 1),
  of('f64', 'i32', 'i32.trunc_sat_f64_s', -2.75, -2),
  of('f64', 'i32', 'i32.trunc_sat_f64_s', 1e20, 2 ** 31 - 1),
  ['v128.const 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15', [], 'v128', all],
  v128(
    'i8x16.shuffle 31 0 30 1 29 2 28 3 27 4 26 5 25 6 24 7',
    all,
    all.map((value) => value + 100),
    bytes(115, 0, 114, 1, 113, 2, 112, 3, 111, 4, 110, 5, 109, 6, 108, 7),
  ),
  v128(
    'i8x16.ne',
    all,
    all.map((value, at) => (at === 3 ? value : 200)),
    all.map((_, at) => (at === 3 ? 0 : 255)),
  ),
  v128(
    'i8x16.narrow_i16x8_u',
    shorts(-5, 0, 5, 255, 256, 1000, -1000, 7),
    shorts(1, 2, 3, 4, 5, 6, 7, 300),
    bytes(0, 0, 5, 255, 255, 255, 0, 7, 1, 2, 3, 4, 5, 6, 7, 255),
  ),
  v128(
    'i16x8.narrow_i32x4_s',
    ints(-5, 40_000, -40_000, 7),
    ints(1, 2, 3, 4),
    shorts(-5, 32_767, -32_768, 7, 1, 2, 3, 4),
  ),
  v128(
    'i16x8.extend_low_i8x16_u',
    all.map((at) => at + 240),
    shorts(240, 241, 242, 243, 244, 245, 246, 247),
  ),
  v128(
    'i16x8.extend_high_i8x16_u',
    all.map((at) => at + 240),
    shorts(248, 249, 250, 251, 252, 253, 254, 255),
  ),
  v128('i32x4.extend_low_i16x8_u', shorts(-1, 2, 3, 4, 5, 6, 7, 8), ints(65_535, 2, 3, 4)),
  v128('i32x4.extend_high_i16x8_u', shorts(-1, 2, 3, 4, -5, 6, 7, 8), ints(65_531, 6, 7, 8)),
  ...both('i16x8.abs', shorts, [-3, -32_768, 4], [], [3, -32_768, 4]),
  ...both('i16x8.add', shorts, [-3, 32_000, -32_000], [9, 1000, -1000], [6, -32_536, 32_536]),
  ...both('i16x8.sub', shorts, [-3, 32_000, -32_000], [9, -1000, 1000], [-12, -32_536, 32_536]),
  ...both('i16x8.add_sat_s', shorts, [-3, 32_000, -32_000], [9, 1000, -1000], [6, 32_767, -32_768]),
  ...both(
    'i16x8.sub_sat_s',
    shorts,
    [-3, 32_000, -32_000],
    [9, -1000, 1000],
    [-12, 32_767, -32_768],
  ),
  ...both('i16x8.mul', shorts, [-3, 300, 7], [9, 300, 7], [-27, 90_000 - 65_536, 49]),
  ...both('i16x8.min_s', shorts, [-3, 300, 7], [9, 200, 7], [-3, 200, 7]),
  ...both('i16x8.max_s', shorts, [-3, 300, 7], [9, 200, 7], [9, 300, 7]),
  ...both('i16x8.eq', shorts, [-3, 300, 7], [9, 200, 7], [0, 0, NONE]),
  // (a b + 2^14) / 2^15, down.
  ...both(
    'i16x8.q15mulr_sat_s',
    shorts,
    [-3, 20_000, -32_768],
    [9000, 20_000, -32_768],
    [-1, 12_207, 32_767],
  ),
  shifted('i16x8.shl', shorts(-3, 300, 0, 0, 0, 0, 0, 7), 3, shorts(-24, 2400, 0, 0, 0, 0, 0, 56)),
  shifted('i16x8.shr_s', shorts(-30, 300, 0, 0, 0, 0, 0, 7), 2, shorts(-8, 75, 0, 0, 0, 0, 0, 1)),
  shifted(
    'i16x8.shr_u',
    shorts(-30, 300, 0, 0, 0, 0, 0, 7),
    2,
    shorts(16_376, 75, 0, 0, 0, 0, 0, 1),
  ),
  of(
    'i32',
    'v128',
    'i8x16.splat',
    300,
    all.map(() => 44),
  ),
  of('i32', 'v128', 'i16x8.splat', -300, shorts(-300, -300, -300, -300, -300, -300, -300, -300)),
  of('i32', 'v128', 'i32x4.splat', -300, ints(-300, -300, -300, -300)),
  of('f32', 'v128', 'f32x4.splat', -1.5, floats(-1.5, -1.5, -1.5, -1.5)),
  of('f64', 'v128', 'f64x2.splat', -1 / 3, doubles(-1 / 3, -1 / 3)),
  of('v128', 'i32', 'i32x4.extract_lane 2', ints(1, 2, -3, 4), -3),
  of('v128', 'f32', 'f32x4.extract_lane 2', floats(1, 2, -3.5, 4), -3.5),
  of('v128', 'f64', 'f64x2.extract_lane 1', doubles(1, -1 / 3), -1 / 3),
  v128('v128.and', ints(12, -1, 3, 0), ints(10, 7, 4, 9), ints(8, 7, 0, 0)),
  v128('v128.or', ints(12, -1, 3, 0), ints(10, 7, 4, 9), ints(14, -1, 7, 9)),
  v128(
    'v128.bitselect',
    ints(12, 1, 3, 0),
    ints(10, 6, 4, 9),
    ints(-1, 0, 1, 8),
    ints(12, 6, 5, 1),
  ),
  of('v128', 'i32', 'v128.any_true', ints(0, 0, 4, 0), 1),
  of('v128', 'i32', 'v128.any_true', ints(0, 0, 0, 0), 0),
  of('v128', 'i32', 'i32x4.bitmask', ints(-1, 3, -5, 0), 0b0101),
  shifted('i32x4.shl', ints(-3, 300, 0, 7), 3, ints(-24, 2400, 0, 56)),
  shifted('i32x4.shr_s', ints(-30, 300, 0, 7), 2, ints(-8, 75, 0, 1)),
  ...both('i32x4.add', ints, [-3, 300, 7], [9, 200, 7], [6, 500, 14]),
  ...both('i32x4.mul', ints, [-3, 300, 7], [9, 200, 8], [-27, 60_000, 56]),
  ...both('i32x4.min_s', ints, [-3, 300, 7], [9, 200, 7], [-3, 200, 7]),
  v128(
    'i32x4.dot_i16x8_s',
    shorts(1, 2, -3, 4, 500, 600, 7, 8),
    shorts(9, 8, 7, 6, 500, 400, 3, 2),
    ints(25, 3, 490_000, 37),
  ),
  v128(
    'i32x4.trunc_sat_f32x4_s',
    floats(-2.75, 2.75, 1e20, -1e20),
    ints(-2, 2, 2 ** 31 - 1, -(2 ** 31)),
  ),
  v128('f32x4.convert_i32x4_s', ints(-3, 5, 0, 7), floats(-3, 5, 0, 7)),
  ...both('f32x4.nearest', floats, [2.5, -1.75, 1.2], [], [2, -2, 1]),
  ...asMasks('f32x4.lt', [1, 2, 2], [2, 2, 1], [NONE, 0, 0]),
  ...asMasks('f32x4.gt', [1, 2, 2], [2, 2, 1], [0, 0, NONE]),
  ...asMasks('f32x4.le', [1, 2, 2], [2, 2, 1], [NONE, NONE, 0]),
  ...asMasks('f32x4.ge', [1, 2, 2], [2, 2, 1], [0, NONE, NONE]),
  ...both('f32x4.abs', floats, [-2.5, 2.5, 0.25], [], [2.5, 2.5, 0.25]),
  ...both('f32x4.sqrt', floats, [2.25, 4, 0.25], [], [1.5, 2, 0.5]),
  ...both('f32x4.add', floats, [6, -1, 0.25], [0.5, 4, 2], [6.5, 3, 2.25]),
  ...both('f32x4.sub', floats, [6, -1, 0.25], [0.5, 4, 2], [5.5, -5, -1.75]),
  ...both('f32x4.mul', floats, [6, -1, 0.25], [0.5, 4, 2], [3, -4, 0.5]),
  v128('f32x4.div', floats(6, -1, 0.25, 1), floats(0.5, 4, 2, 1), floats(12, -0.25, 0.125, 1)),
  // The first operand where the second is NaN, which tells them from min and max.
  ...both('f32x4.pmin', floats, [6, -1, 3], [0.5, 4, Number.NaN], [0.5, -1, 3]),
  ...both('f32x4.pmax', floats, [6, -1, 3], [0.5, 4, Number.NaN], [6, 4, 3]),
  v128('f32x4.demote_f64x2_zero', doubles(1 / 3, -2), floats(1 / 3, -2, 0, 0)),
  v128('f64x2.promote_low_f32x4', floats(1 / 3, -2, 5, 6), doubles(Math.fround(1 / 3), -2)),
  v128('f64x2.convert_low_i32x4_s', ints(-3, 5, 8, 7), doubles(-3, 5)),
  v128('f64x2.add', doubles(6, -1 / 3), doubles(0.5, 1), doubles(6.5, -1 / 3 + 1)),
  v128('f64x2.sub', doubles(6, -1 / 3), doubles(0.5, 1), doubles(5.5, -1 / 3 - 1)),
  v128('f64x2.mul', doubles(6, -1 / 3), doubles(0.5, 3), doubles(3, -1)),
]

/** A case of three lanes, the others 0; without a second operand of one vector. */
function both(
  text: string,
  make: (...values: number[]) => Vector,
  first: number[],
  second: number[],
  result: number[],
): Case[] {
  const lanes = 16 / make().BYTES_PER_ELEMENT
  const whole = (values: number[]) =>
    make(...values, ...Array<number>(lanes - values.length).fill(0))
  const operands = second.length > 0 ? [first, second] : [first]
  // What is said of the lanes that are 0 holds for no operation that gives something else for 0 and 0.
  const rest = text.endsWith('.eq') ? NONE : 0
  const expected = make(...result, ...Array<number>(lanes - result.length).fill(rest))
  return [v128(text, ...operands.map(whole), expected)]
}

function asMasks(text: string, first: number[], second: number[], result: number[]): Case[] {
  const equal = text.endsWith('le') || text.endsWith('ge') ? NONE : 0
  return [v128(text, floats(...first, 0), floats(...second, 0), ints(...result, equal))]
}

const STORE: Readonly<Record<Type, string>> = {
  i32: `i32.store ${RESULT}`,
  f32: `f32.store ${RESULT}`,
  f64: `f64x2.splat v128.store ${RESULT}`,
  v128: `v128.store ${RESULT}`,
}

function read(buffer: ArrayBufferLike, type: Type, like: Value): unknown {
  if (type === 'i32') return new Int32Array(buffer, RESULT, 1)[0]
  if (type === 'f32') return new Float32Array(buffer, RESULT, 1)[0]
  if (type === 'f64') return new Float64Array(buffer, RESULT, 1)[0]
  const found = new Uint8Array(new Uint8Array(buffer, RESULT, 16)).buffer
  const Lanes = like.constructor as new (buffer: ArrayBuffer) => Vector
  return [...new Lanes(found)]
}

/** The memory after a kernel has run, with `IN_MEMORY` in it from the start. */
function memoryAfter(body: string, operands: readonly Vector[] = []): Uint8Array {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
  const all = new Uint8Array(memory.buffer)
  for (const [at, operand] of operands.entries()) all.set(new Uint8Array(operand.buffer), 16 * at)
  all.set(IN_MEMORY, MEMORY)
  const code = assemble({ parameters: [], locals: { i32: 'n' }, body }, MAX_PAGES)
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } })
  ;(exports['run'] as () => void)()
  return all
}

it.each(CASES)('%s, case %#', (text, inputs, type, value) => {
  const operands: Vector[] = []
  const pushed = inputs.map(([kind, operand]) =>
    typeof operand === 'number'
      ? `${kind}.const ${operand}`
      : `i32.const 0 v128.load ${16 * (operands.push(operand) - 1)}`,
  )
  const { buffer } = memoryAfter(`i32.const 0 ${pushed.join(' ')} ${text} ${STORE[type]}`, operands)
  expect(read(buffer, type, value)).toEqual(typeof value === 'number' ? value : [...value])
})

const STORES: [body: string, at: number, expected: number[]][] = [
  ['i32.const 0 i32.const 515 i32.store8 96', 96, [3, 0]],
  ['i32.const 0 i32.const 67305985 i32.store 96', 96, [1, 2, 3, 4, 0]],
  ['i32.const 0 f32.const 1 f32.store 96', 96, [0, 0, 128, 63, 0]],
  ['i32.const 0 i32.const 64 v128.load 0 v128.store 96', 96, [...IN_MEMORY, 0]],
  ['i32.const 0 i32.const 64 v128.load 0 v128.store32_lane 96 1', 96, [204, 205, 206, 207, 0]],
  [
    'i32.const 0 i32.const 64 v128.load 0 v128.store64_lane 96 1',
    96,
    [208, 209, 210, 211, 212, 213, 214, 215, 0],
  ],
  ['i32.const 96 i32.const 65 i32.const 3 memory.copy', 96, [201, 202, 203, 0]],
  ['i32.const 96 i32.const 7 i32.const 3 memory.fill', 96, [7, 7, 7, 0]],
]

it.each(STORES)('%s', (body, at, expected) => {
  expect([...memoryAfter(body).subarray(at, at + expected.length)]).toEqual(expected)
})

it('leaves blocks and repeats loops by the depth of their label', () => {
  const body = `
    block
      block
        i32.const 1  br_if 1
      end
      i32.const 0  i32.const 9  i32.store8 96
    end
    i32.const 3  local.set $n
    loop
      local.get $n  i32.const 1  i32.sub  local.tee $n  br_if 0
    end
    i32.const 0  local.get $n  i32.const 5  i32.add  i32.store8 97
    block  br 0  i32.const 0  i32.const 9  i32.store8 98  end`
  expect([...memoryAfter(body).subarray(96, 99)]).toEqual([0, 5, 0])
})

test('every instruction is tried', () => {
  const tried = [...CASES.map(([text]) => text), ...STORES.flatMap(([body]) => body.split(' '))]
  const words = new Set(tried.map((text) => text.split(' ')[0]))
  for (const word of ['block', 'loop', 'end', 'br', 'br_if']) words.add(word)
  for (const word of ['local.get', 'local.set', 'local.tee']) words.add(word)
  expect(
    Object.keys(INSTRUCTIONS).filter((name) => !words.has(name) && !name.endsWith('.const')),
  ).toEqual([])
})
