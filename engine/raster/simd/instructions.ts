/**
 * The operand of an instruction: a local, a constant (i32 or f32), the depth of a label, a byte offset, a byte offset
 * and a lane, a lane, or 16 bytes, which are the lanes of a shuffle.
 */
export type Operand =
  | 'local'
  | 'i32'
  | 'f32'
  | 'depth'
  | 'offset'
  | 'offset lane'
  | 'lane'
  | 'lanes'

/** The opcode bytes of a WebAssembly instruction and its operand, if any. */
export type Instruction = { code: readonly number[]; operand?: Operand }

function vector(code: number, operand?: Operand): Instruction {
  return {
    code: code < 128 ? [0xfd, code] : [0xfd, code, 1],
    ...(operand ? { operand } : {}),
  }
}

/** The instructions that the kernels use. Names and opcodes: WebAssembly specification, version 3, section 5.4. */
export const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  block: { code: [0x02, 0x40] },
  loop: { code: [0x03, 0x40] },
  end: { code: [0x0b] },
  br: { code: [0x0c], operand: 'depth' },
  br_if: { code: [0x0d], operand: 'depth' },
  'local.get': { code: [0x20], operand: 'local' },
  'local.set': { code: [0x21], operand: 'local' },
  'local.tee': { code: [0x22], operand: 'local' },
  select: { code: [0x1b] },
  'i32.load': { code: [0x28], operand: 'offset' },
  'i32.load8_u': { code: [0x2d], operand: 'offset' },
  'i32.load16_u': { code: [0x2f], operand: 'offset' },
  'f32.load': { code: [0x2a], operand: 'offset' },
  'i32.store8': { code: [0x3a], operand: 'offset' },
  'i32.store': { code: [0x36], operand: 'offset' },
  'f32.store': { code: [0x38], operand: 'offset' },
  'i32.const': { code: [0x41], operand: 'i32' },
  'f32.const': { code: [0x43], operand: 'f32' },
  'i32.eqz': { code: [0x45] },
  // The trailing zeros are memory indices; a module has one memory.
  'memory.copy': { code: [0xfc, 0x0a, 0, 0] },
  'memory.fill': { code: [0xfc, 0x0b, 0] },
  'i32.lt_s': { code: [0x48] },
  'i32.lt_u': { code: [0x49] },
  'i32.gt_s': { code: [0x4a] },
  'f32.gt': { code: [0x5e] },
  'f32.ge': { code: [0x60] },
  'f32.convert_i32_s': { code: [0xb2] },
  'f32.add': { code: [0x92] },
  'f32.nearest': { code: [0x90] },
  'f32.sub': { code: [0x93] },
  'f32.mul': { code: [0x94] },
  'i32.trunc_sat_f32_s': { code: [0xfc, 0x00] },
  'i32.add': { code: [0x6a] },
  'i32.sub': { code: [0x6b] },
  'i32.mul': { code: [0x6c] },
  'i32.and': { code: [0x71] },
  'i32.shl': { code: [0x74] },
  'i32.shr_s': { code: [0x75] },
  'v128.load': vector(0x00, 'offset'),
  'v128.load8x8_u': vector(0x02, 'offset'),
  'v128.load16x4_u': vector(0x04, 'offset'),
  'v128.load8_splat': vector(0x07, 'offset'),
  'v128.load32_splat': vector(0x09, 'offset'),
  'v128.load64_lane': vector(0x57, 'offset lane'),
  'v128.store': vector(0x0b, 'offset'),
  'v128.const': vector(0x0c, 'lanes'),
  'v128.store32_lane': vector(0x5a, 'offset lane'),
  'v128.store64_lane': vector(0x5b, 'offset lane'),
  'i8x16.shuffle': vector(0x0d, 'lanes'),
  'i8x16.ne': vector(0x24),
  'i8x16.narrow_i16x8_u': vector(0x66),
  'i16x8.extend_low_i8x16_u': vector(0x89),
  'i16x8.extend_high_i8x16_u': vector(0x8a),
  'i16x8.abs': vector(0x80),
  'i16x8.sub': vector(0x91),
  'i16x8.mul': vector(0x95),
  'i16x8.min_s': vector(0x96),
  'i16x8.max_s': vector(0x98),
  'i16x8.eq': vector(0x2d),
  'i32x4.extend_low_i16x8_u': vector(0xa9),
  'i32x4.extend_high_i16x8_u': vector(0xaa),
  'i8x16.splat': vector(0x0f),
  'i16x8.splat': vector(0x10),
  'i16x8.q15mulr_sat_s': vector(0x82),
  'i16x8.shl': vector(0x8b),
  'i16x8.shr_s': vector(0x8c),
  'i16x8.shr_u': vector(0x8d),
  'i16x8.add': vector(0x8e),
  'i16x8.add_sat_s': vector(0x8f),
  'i16x8.sub_sat_s': vector(0x92),
  'i16x8.narrow_i32x4_s': vector(0x85),
  'i32x4.splat': vector(0x11),
  'i32x4.extract_lane': vector(0x1b, 'lane'),
  'f32x4.splat': vector(0x13),
  'v128.and': vector(0x4e),
  'v128.or': vector(0x50),
  'v128.bitselect': vector(0x52),
  'v128.any_true': vector(0x53),
  'i32x4.shl': vector(0xab),
  'i32x4.shr_s': vector(0xac),
  'i32x4.add': vector(0xae),
  'i32x4.mul': vector(0xb5),
  'i32x4.min_s': vector(0xb6),
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
  'f32x4.demote_f64x2_zero': vector(0x5e),
  'f64x2.promote_low_f32x4': vector(0x5f),
  'f64x2.splat': vector(0x14),
  'f64x2.add': vector(0xf0),
  'f64x2.sub': vector(0xf1),
  'f64x2.mul': vector(0xf2),
}
