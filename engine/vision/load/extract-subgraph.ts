import {
  followOffset,
  int32Vector,
  requireField,
  tableVector,
  vectorAt,
} from '../../models/flatbuffer.ts'

/** The indices of fields in the tables of the TFLite schema (schema.fbs, version 3). */
const MODEL = { subgraphs: 2 }
const SUBGRAPH = { inputs: 1, outputs: 2, operators: 3 }
const OPERATOR = { inputs: 1, outputs: 2 }

/**
 * Extracts a part of a TFLite model: the operations that lead from some of its tensors to others, with the model's
 * own weights. Works for models of one subgraph whose operations are listed in the order of execution.
 * @param inputs indices of the tensors that become the inputs
 * @param outputs indices of the tensors that become the outputs
 * @returns a copy with these inputs and outputs, in this order
 */
export function extractSubgraph(
  model: Uint8Array,
  { inputs, outputs }: { inputs: readonly number[]; outputs: readonly number[] },
): Uint8Array {
  const end = Math.ceil(model.length / 4) * 4
  const bytes = new Uint8Array(end + 4 * (2 + inputs.length + outputs.length))
  bytes.set(model)
  const file = new DataView(bytes.buffer)
  const root = followOffset(file, 0)
  const subgraph = followOffset(
    file,
    vectorAt(file, requireField(file, root, MODEL.subgraphs)).start,
  )
  keepOperations(file, requireField(file, subgraph, SUBGRAPH.operators), inputs, outputs)
  writeVector(file, requireField(file, subgraph, SUBGRAPH.inputs), end, inputs)
  const next = end + 4 * (1 + inputs.length)
  writeVector(file, requireField(file, subgraph, SUBGRAPH.outputs), next, outputs)
  return bytes
}

/** Keeps the operations that the outputs depend on, from the inputs on, and drops the others from the list. */
function keepOperations(
  file: DataView,
  field: number,
  inputs: readonly number[],
  outputs: readonly number[],
): void {
  const { start } = vectorAt(file, field)
  const wanted = new Set(outputs)
  const given = new Set(inputs)
  const kept: number[] = []
  for (const table of tableVector(file, field).toReversed()) {
    const makes = int32Vector(file, table, OPERATOR.outputs)
    if (!makes.some((tensor) => wanted.has(tensor) && !given.has(tensor))) continue
    kept.unshift(table)
    for (const tensor of int32Vector(file, table, OPERATOR.inputs)) wanted.add(tensor)
  }
  for (const [n, table] of kept.entries()) {
    const at = start + 4 * n
    if (table <= at) throw new Error('The operations stand before their list.')
    file.setUint32(at, table - at, true)
  }
  file.setUint32(start - 4, kept.length, true)
}

/** Writes a vector of integers at `at` and points the field at it. */
function writeVector(file: DataView, field: number, at: number, values: readonly number[]): void {
  file.setUint32(field, at - field, true)
  file.setUint32(at, values.length, true)
  for (const [n, value] of values.entries()) file.setInt32(at + 4 + 4 * n, value, true)
}
