import { createHash } from 'node:crypto'
import { Builder, type Offset } from 'flatbuffers'
import type { ModelManifest } from '../../../engine/models/model-manifest.ts'

/** TFLite's numbers (schema.fbs, version 3a). */
const CONV_2D = 3
const CUSTOM = 32
const CONV_2D_OPTIONS = 1

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
}

/** Builds a TFLite model of one 1 × 1 convolution: each output plane is a weighted sum of the input’s channels. */
export function buildModel({
  side,
  channels,
  planes,
  custom,
  claimed,
  ends,
}: BuiltModel): Uint8Array {
  const b = new Builder(1024)
  const weights = planes.flatMap((plane) => [...plane.weights])
  const buffers = vector(b, [
    buffer(b, []),
    buffer(b, weights),
    buffer(
      b,
      planes.map(({ bias }) => bias),
    ),
  ])
  const tensors = vector(b, [
    tensor(b, claimed ?? [1, side, side, channels], 0),
    tensor(b, [planes.length, 1, 1, channels], 1),
    tensor(b, [planes.length], 2),
    tensor(b, [1, side, side, planes.length], 0),
  ])
  const [inputs, outputs] = [int32s(b, ends ?? [0]), int32s(b, [3])]
  const operators = vector(b, [operator(b)])
  b.startObject(5)
  b.addFieldOffset(0, tensors, 0)
  b.addFieldOffset(1, inputs, 0)
  b.addFieldOffset(2, outputs, 0)
  b.addFieldOffset(3, operators, 0)
  const subgraphs = vector(b, [b.endObject()])
  const codes = vector(b, [operatorCode(b, custom)])
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

function buffer(b: Builder, values: readonly number[]): Offset {
  const bytes = new Uint8Array(Float32Array.from(values).buffer)
  b.startVector(1, bytes.length, 16)
  for (const byte of bytes.toReversed()) b.addInt8(byte)
  const data = b.endVector()
  b.startObject(1)
  if (values.length > 0) b.addFieldOffset(0, data, 0)
  return b.endObject()
}

function tensor(b: Builder, shape: readonly number[], from: number): Offset {
  const dimensions = int32s(b, shape)
  b.startObject(4)
  b.addFieldOffset(0, dimensions, 0)
  b.addFieldInt32(2, from, 0)
  return b.endObject()
}

function operator(b: Builder): Offset {
  const [inputs, outputs] = [int32s(b, [0, 1, 2]), int32s(b, [3])]
  b.startObject(6)
  b.addFieldInt32(1, 1, 0)
  b.addFieldInt32(2, 1, 0)
  const options = b.endObject()
  b.startObject(5)
  b.addFieldOffset(1, inputs, 0)
  b.addFieldOffset(2, outputs, 0)
  b.addFieldInt8(3, CONV_2D_OPTIONS, 0)
  b.addFieldOffset(4, options, 0)
  return b.endObject()
}

function operatorCode(b: Builder, custom: string | undefined): Offset {
  const name = custom === undefined ? 0 : b.createString(custom)
  const code = custom === undefined ? CONV_2D : CUSTOM
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
  changes: Partial<ModelManifest> & { classes: ModelManifest['output']['classes'] },
): ModelManifest {
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
