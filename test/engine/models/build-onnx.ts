import { createHash } from 'node:crypto'
import type { ManifestOf } from '../../../engine/models/model-manifest.ts'

/** A field of a message: its number, and a number, a text, bytes, or a message of further fields. */
export type Part = readonly [number, number | string | Uint8Array | readonly Part[]]

/** Writes a Protocol Buffers message. */
export function message(parts: readonly Part[]): Uint8Array {
  return Buffer.concat(
    parts.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(8 * number), varint(value)]
      const bytes =
        typeof value === 'string'
          ? Buffer.from(value)
          : value instanceof Uint8Array
            ? value
            : message(value)
      return [varint(8 * number + 2), varint(bytes.length), bytes]
    }),
  )
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    bytes.push(Number(rest & 127n) + (rest > 127n ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

/** A tensor with its values in the file (`TensorProto`). */
export function tensor(name: string, dims: readonly number[], values: readonly number[]): Part[] {
  return [
    ...dims.map((side): Part => [1, side]),
    [2, 1],
    [8, name],
    [9, new Uint8Array(Float32Array.from(values).buffer)],
  ]
}

/** What a graph takes or gives (`ValueInfoProto`): floats, unless told otherwise. A side can have only a name. */
export function value(name: string, dims: readonly (number | string)[], type = 1): Part[] {
  const shape = dims.map((side): Part => [1, [typeof side === 'number' ? [1, side] : [2, side]]])
  return [
    [1, name],
    [
      2,
      [
        [
          1,
          [
            [1, type],
            [2, shape],
          ],
        ],
      ],
    ],
  ]
}

/** One operation (`NodeProto`). */
export function node(
  operation: string,
  inputs: readonly string[],
  outputs: readonly string[],
  rest: readonly Part[] = [],
): Part[] {
  return [
    ...inputs.map((name): Part => [1, name]),
    ...outputs.map((name): Part => [2, name]),
    [4, operation],
    ...rest,
  ]
}

/** An attribute of whole numbers. */
export function integers(name: string, values: readonly number[]): Part {
  return [5, [[1, name], ...values.map((one): Part => [8, one]), [20, 7]]]
}

/** An attribute that is a graph. */
export function subgraph(name: string, graph: readonly Part[]): Part {
  return [
    5,
    [
      [1, name],
      [6, [[2, name], ...graph]],
      [20, 5],
    ],
  ]
}

/** A file (`ModelProto`) of opset 17. */
export function onnxFile(graph: readonly Part[], rest: readonly Part[] = []): Uint8Array {
  return message([
    [1, 8],
    [
      8,
      [
        [1, ''],
        [2, 17],
      ],
    ],
    ...rest,
    [7, [[2, 'drawn'], ...graph]],
  ])
}

export type BuiltOnnx = {
  /** Pixels along each side of input and output; none where it takes any. */
  side?: number
  channels?: number
  /** For each output plane, what each channel counts for, and what is added. */
  planes: readonly { weights: readonly number[]; bias: number }[]
  /** The weights stand among the inputs, too, as exporters of old have them. */
  listed?: boolean
  /** The planes come last. */
  last?: boolean
}

/** Builds a model of one 1 × 1 convolution: each output plane is a weighted sum of the input’s channels. */
export function buildOnnx({ side, channels = 3, planes, listed, last }: BuiltOnnx): Uint8Array {
  const [height, width] = [side ?? 'h', side ?? 'w']
  const weights = tensor(
    'weights',
    [planes.length, channels, 1, 1],
    planes.flatMap((p) => [...p.weights]),
  )
  const bias = tensor(
    'bias',
    [planes.length],
    planes.map((p) => p.bias),
  )
  const convolved = last ? 'convolved' : 'planes'
  return onnxFile([
    [1, node('Conv', ['picture', 'weights', 'bias'], [convolved])],
    ...(last
      ? [[1, node('Transpose', [convolved], ['planes'], [integers('perm', [0, 2, 3, 1])])] as const]
      : []),
    [5, weights],
    [5, bias],
    ...(listed ? [[11, value('weights', [planes.length, channels, 1, 1])] as const] : []),
    [11, value('picture', [1, channels, height, width])],
    [
      12,
      value('planes', last ? [1, height, width, planes.length] : [1, planes.length, height, width]),
    ],
  ])
}

/** A manifest that fits a built model. */
export function onnxManifest(
  bytes: Uint8Array,
  changes: Omit<Partial<ManifestOf<'parse'>>, 'result' | 'picture'> & {
    picture?: Partial<ManifestOf<'parse'>['picture']>
    result?: Partial<ManifestOf<'parse'>['result']>
  } = {},
): ManifestOf<'parse'> {
  const { picture, result, ...rest } = changes
  return {
    manifest: 2,
    task: 'parse',
    runtime: 'onnx',
    file: 'drawn.onnx',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    licence: 'MIT',
    ...rest,
    picture: {
      input: 'picture',
      layout: 'nchw',
      type: 'float32',
      order: 'rgb',
      size: { width: 32, height: 32 },
      fit: 'pad',
      scale: [0, 1],
      ...picture,
    },
    result: {
      output: 'planes',
      layout: 'nchw',
      classes: ['background', 'hair'],
      activation: 'none',
      polarity: 'high-is-class',
      ...result,
    },
  }
}

/** Builds a model that fills what is masked with one level, 0–1, in all channels. */
export function buildFilling(level: number, side?: number): Uint8Array {
  const [height, width] = [side ?? 'h', side ?? 'w']
  return onnxFile([
    [1, node('Mul', ['mask', 'level'], ['filled'])],
    [1, node('Add', ['picture', 'filled'], ['result'])],
    [5, tensor('level', [1], [level])],
    [11, value('picture', [1, 3, height, width])],
    [11, value('mask', [1, 1, height, width])],
    [12, value('result', [1, 3, height, width])],
  ])
}
