import {
  findField,
  followOffset,
  int32Vector,
  requireField,
  tableVector,
  vectorAt,
} from './flatbuffer.ts'
import {
  boundedTensorBytes,
  type InspectedModel,
  MOST,
  type ModelTensor,
  product,
} from './inspected-model.ts'
import { BOUNDS } from './model-bounds.ts'

/** The indices of fields in the tables of the TFLite schema (schema.fbs, version 3). */
const MODEL = { operatorCodes: 1, subgraphs: 2 }
const OPERATOR_CODE = { customCode: 1 }
const SUBGRAPH = { tensors: 0, inputs: 1, outputs: 2, operators: 3 }
const TENSOR = { shape: 0, type: 1 }

/** `TensorType` of the schema, of those that pictures are given in. */
const TYPES: Readonly<Record<number, ModelTensor['type']>> = { 0: 'float32', 3: 'uint8' }

/**
 * Reads what a TFLite file (FlatBuffers with the identifier `TFL3`) says of its model, without running it. Nothing in
 * the file is trusted: counts, offsets and sizes are bounded.
 * @param megabytes that its tensors may take
 * @throws Error that says in words what is wrong with the file
 */
export function inspectTflite(bytes: Uint8Array, megabytes = BOUNDS.megabytes): InspectedModel {
  const identifier = String.fromCharCode(...bytes.subarray(4, 8))
  if (identifier !== 'TFL3')
    throw new Error('It is no TFLite file: the identifier TFL3 is missing.')
  try {
    return inspect(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), megabytes)
  } catch (error) {
    // A DataView throws a RangeError where an offset leaves the file.
    if (error instanceof RangeError) throw new Error('It is cut off, or no TFLite file.')
    throw error
  }
}

function inspect(file: DataView, megabytes: number): InspectedModel {
  const root = followOffset(file, 0)
  const subgraphs = boundedTables(file, root, MODEL.subgraphs)
  const [subgraph] = subgraphs
  if (subgraph === undefined || subgraphs.length > 1) {
    throw new Error(`It has ${subgraphs.length} subgraphs; models of one are run.`)
  }
  boundedTables(file, subgraph, SUBGRAPH.operators)
  const tensors = boundedTables(file, subgraph, SUBGRAPH.tensors).map((at) => readTensor(file, at))
  const tensorBytes = boundedTensorBytes(
    tensors.reduce((sum, { shape }) => sum + 4 * product(shape), 0),
    megabytes,
  )
  const named = (field: number): ModelTensor[] =>
    int32Vector(file, subgraph, field, MOST.ends).map((index) => {
      const tensor = tensors[index]
      if (!tensor) throw new Error(`It names tensor ${index}, which it lacks.`)
      return tensor
    })
  return {
    inputs: named(SUBGRAPH.inputs),
    outputs: named(SUBGRAPH.outputs),
    customOperations: boundedTables(file, root, MODEL.operatorCodes).flatMap((code) =>
      customName(file, code),
    ),
    tensorBytes,
  }
}

function boundedTables(file: DataView, table: number, index: number): number[] {
  const field = requireField(file, table, index)
  const { count } = vectorAt(file, field, 4)
  if (count > MOST.listed) throw new Error(`It lists ${count} parts; ${MOST.listed} are allowed.`)
  return tableVector(file, field)
}

/** A side of a size that is known when the model runs is −1 or 1 here, and counts as 1. */
function readTensor(file: DataView, tensor: number): ModelTensor {
  const shape = int32Vector(file, tensor, TENSOR.shape, MOST.dimensions)
  const type = findField(file, tensor, TENSOR.type)
  return {
    name: '',
    shape: shape.map((side) => Math.max(1, side)),
    type: TYPES[type === undefined ? 0 : file.getUint8(type)] ?? 'other',
  }
}

function customName(file: DataView, code: number): string[] {
  const at = findField(file, code, OPERATOR_CODE.customCode)
  if (at === undefined) return []
  const { start, count } = vectorAt(file, at)
  const letters = new Uint8Array(file.buffer, file.byteOffset + start, Math.min(count, MOST.name))
  return [String.fromCharCode(...letters).replace(/[^\x20-\x7e]/g, '?')]
}
