import {
  findField,
  followOffset,
  int32Vector,
  requireField,
  tableVector,
  vectorAt,
} from './flatbuffer.ts'

/** Fields of the TFLite schema (schema.fbs, version 3), by their place in their table. */
const MODEL = { subgraphs: 2, buffers: 4 }
const SUBGRAPH = { tensors: 0 }
const TENSOR = { shape: 0, buffer: 2 }
const BUFFER = { data: 0 }

/** Pixels of the input to a cell of a layer. */
const STRIDES = new Set([1, 2, 4, 8, 16, 32])

/**
 * Gives a fully convolutional TFLite model another input size, under its own weights: what such a network says of a
 * place does not depend on how much lies around it. Written for square models that only pad by a pixel, convolve,
 * enlarge to sizes kept as constants, and flatten their outputs.
 * @param side of the model's own input, pixels
 * @param frame the size wanted; multiples of 32
 * @returns a copy
 */
export function resizeModel(
  model: Uint8Array,
  side: number,
  inputSize: { width: number; height: number },
): Uint8Array {
  const bytes = Uint8Array.from(model)
  const file = new DataView(bytes.buffer)
  const root = followOffset(file, 0)
  const [subgraph] = tableVector(file, requireField(file, root, MODEL.subgraphs))
  const buffers = tableVector(file, requireField(file, root, MODEL.buffers))
  for (const tensor of tableVector(file, requireField(file, subgraph!, SUBGRAPH.tensors))) {
    const shape = int32Vector(file, tensor, TENSOR.shape)
    const constant = constantOf(file, buffers, tensor)
    if (constant === undefined) resizeShape(file, tensor, shape, side, inputSize)
    else if (shape.length === 1 && shape[0] === 2) resizeConstant(file, constant, side, inputSize)
  }
  return bytes
}

/** Where a tensor's values stand in the file, for those that have them. */
function constantOf(file: DataView, buffers: number[], tensor: number): number | undefined {
  const at = findField(file, tensor, TENSOR.buffer)
  const data = at && findField(file, buffers[file.getUint32(at, true)]!, BUFFER.data)
  if (!data) return undefined
  const { start, count } = vectorAt(file, data)
  return count > 0 ? start : undefined
}

/** Rows and columns of a layer, or all cells of a flattened one. */
function resizeShape(
  file: DataView,
  tensor: number,
  shape: number[],
  side: number,
  { width, height }: { width: number; height: number },
): void {
  const { start } = vectorAt(file, requireField(file, tensor, TENSOR.shape))
  const [batch, rows, columns] = shape as [number, number, number]
  if (batch !== 1) return
  if (shape.length === 4 && rows === columns) {
    const high = resized(rows, side, height)
    const wide = resized(columns, side, width)
    if (high === undefined || wide === undefined) return
    file.setInt32(start + 4, high, true)
    file.setInt32(start + 8, wide, true)
  } else if (shape.length === 3 && rows >= (side / Math.max(...STRIDES)) ** 2) {
    file.setInt32(start + 4, (rows * width * height) / side ** 2, true)
  }
}

/** The size, rows first, to which a layer is enlarged. */
function resizeConstant(
  file: DataView,
  at: number,
  side: number,
  { width, height }: { width: number; height: number },
): void {
  const high = resized(file.getInt32(at, true), side, height)
  const wide = resized(file.getInt32(at + 4, true), side, width)
  if (high === undefined || wide === undefined) return
  file.setInt32(at, high, true)
  file.setInt32(at + 4, wide, true)
}

/**
 * A layer's side by the new side of the input; undefined for what is no layer's side, neither bare nor padded by a
 * pixel each way: the sides of a kernel.
 */
function resized(cells: number, side: number, to: number): number | undefined {
  for (const rim of [0, 2]) {
    const stride = side / (cells - rim)
    if (STRIDES.has(stride)) return to / stride + rim
  }
  return undefined
}
