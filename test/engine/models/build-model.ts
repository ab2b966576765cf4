import { createHash } from 'node:crypto'
import { Builder, type Offset } from 'flatbuffers'
import type { ManifestV1 } from '../../../engine/models/model-manifest.ts'

/** TFLite's numbers (schema.fbs, version 3a). */
const CONV_2D = 3
const RESIZE_BILINEAR = 23
const CUSTOM = 32
const CONV_2D_OPTIONS = 1
const RESIZE_BILINEAR_OPTIONS = 15
const INT32 = 2

export type BuiltModel = {
  /** Pixels along each side of input and output. */
  side: number
  channels: number
  /** For each output plane, what each channel counts for, and what is added. */
  planes: readonly { weights: readonly number[]; bias: number }[]
  /** Names an operation that no runtime knows, in place of the convolution. */
  custom?: string
  /** What the file says of its input instead. */
  claimed?: number[]
  /** Which tensors are its inputs instead. */
  ends?: number[]
  /**
   * Sides to which the planes are resized one after the other, and then back, by tensors that the file claims to be of
   * the input’s size.
   */
  resized?: readonly number[]
}

/** Builds a TFLite model of one 1 × 1 convolution: each output plane is a weighted sum of the input’s channels. */
export function buildModel({
  side,
  channels,
  planes,
  custom,
  claimed,
  ends,
  resized = [],
}: BuiltModel): Uint8Array {
  const b = new Builder(1024)
  const weights = planes.flatMap((plane) => [...plane.weights])
  const sides = resized.length > 0 ? [...resized, side] : []
  const floats = (values: readonly number[]): Uint8Array =>
    new Uint8Array(Float32Array.from(values).buffer)
  const buffers = vector(b, [
    buffer(b, new Uint8Array()),
    buffer(b, floats(weights)),
    buffer(b, floats(planes.map(({ bias }) => bias))),
    ...sides.map((to) => buffer(b, new Uint8Array(Int32Array.of(to, to).buffer))),
  ])
  const shape = [1, side, side, planes.length]
  // Tensor 3 is the output; between it and the convolution each step has a size, and all but the last a result.
  const tensors = vector(b, [
    tensor(b, claimed ?? [1, side, side, channels], 0),
    tensor(b, [planes.length, 1, 1, channels], 1),
    tensor(b, [planes.length], 2),
    tensor(b, shape, 0),
    ...sides.flatMap((_, n) => [tensor(b, shape, 0), tensor(b, [2], 3 + n, INT32)]),
  ])
  const [inputs, outputs] = [int32s(b, ends ?? [0]), int32s(b, [3])]
  const resultOf = (step: number): number => (step === sides.length ? 3 : 4 + 2 * step)
  const operators = vector(b, [
    operator(b, 0, [0, 1, 2], resultOf(0)),
    ...sides.map((_, n) => operator(b, 1, [resultOf(n), 5 + 2 * n], resultOf(n + 1))),
  ])
  b.startObject(5)
  b.addFieldOffset(0, tensors, 0)
  b.addFieldOffset(1, inputs, 0)
  b.addFieldOffset(2, outputs, 0)
  b.addFieldOffset(3, operators, 0)
  const subgraphs = vector(b, [b.endObject()])
  const codes = vector(b, [
    operatorCode(b, CONV_2D, custom),
    ...(sides.length > 0 ? [operatorCode(b, RESIZE_BILINEAR)] : []),
  ])
  b.startObject(5)
  b.addFieldInt32(0, 3, 0)
  b.addFieldOffset(1, codes, 0)
  b.addFieldOffset(2, subgraphs, 0)
  b.addFieldOffset(4, buffers, 0)
  b.finish(b.endObject(), 'TFL3')
  return b.asUint8Array()
}

function vector(b: Builder, offsets: readonly Offset[]): Offset {
  b.startVector(4, offsets.length, 4)
  for (const offset of offsets.toReversed()) b.addOffset(offset)
  return b.endVector()
}

function int32s(b: Builder, values: readonly number[]): Offset {
  b.startVector(4, values.length, 4)
  for (const value of values.toReversed()) b.addInt32(value)
  return b.endVector()
}

function buffer(b: Builder, bytes: Uint8Array): Offset {
  b.startVector(1, bytes.length, 16)
  for (const byte of bytes.toReversed()) b.addInt8(byte)
  const data = b.endVector()
  b.startObject(1)
  if (bytes.length > 0) b.addFieldOffset(0, data, 0)
  return b.endObject()
}

function tensor(b: Builder, shape: readonly number[], from: number, type = 0): Offset {
  const dimensions = int32s(b, shape)
  b.startObject(4)
  b.addFieldOffset(0, dimensions, 0)
  b.addFieldInt8(1, type, 0)
  b.addFieldInt32(2, from, 0)
  return b.endObject()
}

/** @param code 0 for the convolution, 1 for a resize */
function operator(b: Builder, code: 0 | 1, from: readonly number[], to: number): Offset {
  const [inputs, outputs] = [int32s(b, from), int32s(b, [to])]
  b.startObject(6)
  if (code === 0) {
    b.addFieldInt32(1, 1, 0)
    b.addFieldInt32(2, 1, 0)
  }
  const options = b.endObject()
  b.startObject(5)
  b.addFieldInt32(0, code, 0)
  b.addFieldOffset(1, inputs, 0)
  b.addFieldOffset(2, outputs, 0)
  b.addFieldInt8(3, code === 0 ? CONV_2D_OPTIONS : RESIZE_BILINEAR_OPTIONS, 0)
  b.addFieldOffset(4, options, 0)
  return b.endObject()
}

function operatorCode(b: Builder, builtin: number, custom?: string): Offset {
  const name = custom === undefined ? 0 : b.createString(custom)
  const code = custom === undefined ? builtin : CUSTOM
  b.startObject(4)
  b.addFieldInt8(0, code, 0)
  if (custom !== undefined) b.addFieldOffset(1, name, 0)
  b.addFieldInt32(2, 1, 0)
  b.addFieldInt32(3, code, 0)
  return b.endObject()
}

/** A manifest that fits a built model. */
export function manifestOf(
  bytes: Uint8Array,
  { side, channels }: Pick<BuiltModel, 'side' | 'channels'>,
  changes: Partial<ManifestV1> & { classes: ManifestV1['output']['classes'] },
): ManifestV1 {
  const { classes, ...rest } = changes
  return {
    task: 'regions',
    file: 'drawn.tflite',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    licence: 'Apache-2.0',
    input: { width: side, height: side, channels: channels as 3 | 4, range: [0, 1] },
    output: {
      width: side,
      height: side,
      classes,
      activation: 'softmax',
      polarity: 'high-is-class',
    },
    ...rest,
  }
}
