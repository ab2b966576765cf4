/** What follows an instruction: nothing, a local, a whole number, a label's depth, an offset, an offset and a lane, 16 lanes. */
export type Operand = 'local' | 'i32' | 'f32' | 'depth' | 'offset' | 'offset lane' | 'lanes'

/** One instruction of WebAssembly: its bytes and what follows them. */
export type Instruction = { code: readonly number[]; operand?: Operand }

const vector = (code: number, operand?: Operand): Instruction => ({
  code: code < 128 ? [0xfd, code] : [0xfd, code, 1],
  ...(operand ? { operand } : {}),
})

/** Those that the kernels use, by the names and codes of the WebAssembly specification, version 3, section 5.4. */
export const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  block: { code: [0x02, 0x40] },
  loop: { code: [0x03, 0x40] },
  end: { code: [0x0b] },
  br: { code: [0x0c], operand: 'depth' },
  br_if: { code: [0x0d], operand: 'depth' },
  'local.get': { code: [0x20], operand: 'local' },
  'local.set': { code: [0x21], operand: 'local' },
  'local.tee': { code: [0x22], operand: 'local' },
  'i32.const': { code: [0x41], operand: 'i32' },
  'f32.const': { code: [0x43], operand: 'f32' },
  'i32.eqz': { code: [0x45] },
  'i32.lt_s': { code: [0x48] },
  'i32.lt_u': { code: [0x49] },
  'i32.add': { code: [0x6a] },
  'i32.sub': { code: [0x6b] },
  'i32.mul': { code: [0x6c] },
  'i32.and': { code: [0x71] },
  'i32.shl': { code: [0x74] },
  'i32.shr_s': { code: [0x75] },
  'v128.load': vector(0x00, 'offset'),
  'v128.load32_splat': vector(0x09, 'offset'),
  'v128.store': vector(0x0b, 'offset'),
  'v128.store32_lane': vector(0x5a, 'offset lane'),
  'i8x16.shuffle': vector(0x0d, 'lanes'),
  'i8x16.narrow_i16x8_u': vector(0x66),
  'i16x8.narrow_i32x4_s': vector(0x85),
  'i32x4.splat': vector(0x11),
  'f32x4.splat': vector(0x13),
  'v128.and': vector(0x4e),
  'v128.bitselect': vector(0x52),
  'v128.any_true': vector(0x53),
  'i32x4.shl': vector(0xab),
  'i32x4.add': vector(0xae),
  'i32x4.dot_i16x8_s': vector(0xba),
  'i32x4.trunc_sat_f32x4_s': vector(0xf8),
  'f32x4.convert_i32x4_s': vector(0xfa),
  'f32x4.nearest': vector(0x6a),
  'f32x4.lt': vector(0x43),
  'f32x4.gt': vector(0x44),
  'f32x4.le': vector(0x45),
  'f32x4.ge': vector(0x46),
  'f32x4.abs': vector(0xe0),
  'f32x4.sqrt': vector(0xe3),
  'f32x4.add': vector(0xe4),
  'f32x4.sub': vector(0xe5),
  'f32x4.mul': vector(0xe6),
  'f32x4.div': vector(0xe7),
  'f32x4.pmin': vector(0xea),
  'f32x4.pmax': vector(0xeb),
}
