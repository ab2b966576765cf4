import type { Size } from '../../geometry/size.ts'
import {
  findField,
  followOffset,
  int32Vector,
  requireField,
  tableVector,
  vectorAt,
} from '../../models/flatbuffer.ts'

/** The indices of fields in the tables of the TFLite schema (schema.fbs, version 3). */
const MODEL = { subgraphs: 2, buffers: 4 }
const SUBGRAPH = { tensors: 0 }
const TENSOR = { shape: 0, buffer: 2 }
const BUFFER = { data: 0 }

/** The possible strides of a layer: input pixels to a cell. */
const STRIDES = new Set([1, 2, 4, 8, 16, 32])

/**
 * Changes the input size of a fully convolutional TFLite model, with its own weights; its output for a place does not
 * depend on how much lies around it. Works for square models that only pad by a pixel, convolve, upsample to sizes
 * kept as constants, and flatten their outputs.
 * @param side of the model's own input, in pixels
 * @param inputSize the new size, multiples of 32 pixels
 * @returns a copy of the model
 */
export function resizeModel(model: Uint8Array, side: number, inputSize: Size): Uint8Array {
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

/** The position of a constant tensor's values; undefined for a tensor that is computed. */
function constantOf(file: DataView, buffers: number[], tensor: number): number | undefined {
  const at = findField(file, tensor, TENSOR.buffer)
  const data = at && findField(file, buffers[file.getUint32(at, true)]!, BUFFER.data)
  if (!data) return undefined
  const { start, count } = vectorAt(file, data)
  return count > 0 ? start : undefined
}

/** Changes the shape of a layer: its rows and columns, or all cells of a flattened one. */
function resizeShape(
  file: DataView,
  tensor: number,
  shape: number[],
  side: number,
  { width, height }: Size,
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

/** Changes a constant that is the size, rows first, to which a layer is upsampled. */
function resizeConstant(file: DataView, at: number, side: number, { width, height }: Size): void {
  const high = resized(file.getInt32(at, true), side, height)
  const wide = resized(file.getInt32(at + 4, true), side, width)
  if (high === undefined || wide === undefined) return
  file.setInt32(at, high, true)
  file.setInt32(at + 4, wide, true)
}

/**
 * The new side of a layer, which may be padded by a pixel on each side. Undefined for a number that is no side of a
 * layer, such as that of a kernel.
 * @param cells the side before
 * @param side of the model's own input
 * @param to the new side of the input
 */
function resized(cells: number, side: number, to: number): number | undefined {
  for (const padding of [0, 2]) {
    const stride = side / (cells - padding)
    if (STRIDES.has(stride)) return to / stride + padding
  }
  return undefined
}
