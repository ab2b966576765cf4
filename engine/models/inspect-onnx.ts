import {
  boundedTensorBytes,
  type InspectedModel,
  MOST,
  type ModelTensor,
  product,
} from './inspected-model.ts'
import { BOUNDS } from './model-bounds.ts'
import { type Field, fieldsOf, numbersOf, type Span, textOf } from './protobuf.ts'

/** The numbers of fields in ONNX's messages (onnx.proto3, IR version 13). */
const MODEL = { graph: 7, functions: 25 }
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, values: 13, sparse: 15 }
const NODE = { attribute: 5, operation: 4, domain: 7 }
const ATTRIBUTE = { tensor: 5, graph: 6, tensors: 10, graphs: 11 }
const TENSOR = { dimensions: 1, type: 2, name: 8, external: 13, location: 14 }
const VALUE = { name: 1, type: 2 }
const TYPE = { tensor: 1 }
const TENSOR_TYPE = { element: 1, shape: 2 }
const SHAPE = { dimension: 1 }
const DIMENSION = { value: 1 }

/** `TensorProto.DataType`: bytes an element, of those that have a size; the others have eight at most. */
const ELEMENT_BYTES: Readonly<Record<number, number>> = {
  1: 4,
  2: 1,
  3: 1,
  4: 2,
  5: 2,
  6: 4,
  9: 1,
  10: 2,
  16: 2,
}
const FLOAT32 = 1
const UINT8 = 2

/** `TensorProto.DataLocation`: the values stand in another file. */
const EXTERNAL = 1

/** Graphs within graphs, as branches and loops have them. */
const MOST_NESTED = 8

/**
 * The sets of operations that are run: ONNX's own, under both its names. The runtime knows more (`com.microsoft`), of
 * which some reach further than arithmetic.
 */
const DOMAINS = ['', 'ai.onnx']

/**
 * Reads what an ONNX file (a Protocol Buffers message `ModelProto`) says of its model, without running it. Nothing in
 * the file is trusted: counts, lengths and sizes are bounded, and nothing that it names outside itself is read. The
 * format has no identifier: a file is one when its messages end where they say.
 * @param megabytes that its tensors may take
 * @throws Error that says in words what is wrong with the file
 */
export function inspectOnnx(file: Uint8Array, megabytes = BOUNDS.megabytes): InspectedModel {
  const found: Found = { parts: { listed: 0 }, bytes: 0, megabytes, custom: new Set() }
  let graph: Span | undefined
  for (const field of fieldsOf(file, { start: 0, end: file.length })) {
    if (field.number === MODEL.graph) graph = spanOf(field)
    if (field.number === MODEL.functions)
      throw new Error('It defines functions of its own, which are not run.')
  }
  if (!graph) throw new Error('It is no ONNX file: it has no graph.')
  const { inputs, outputs } = readGraph(file, graph, found, 0)
  return {
    inputs,
    outputs,
    customOperations: [...found.custom],
    tensorBytes: found.bytes,
  }
}

/** What is counted over all graphs of a file. */
type Found = {
  parts: { listed: number }
  bytes: number
  /** The most that the bytes may be. */
  megabytes: number
  custom: Set<string>
}

type Ends = Pick<InspectedModel, 'inputs' | 'outputs'>

function readGraph(file: Uint8Array, graph: Span, found: Found, nested: number): Ends {
  if (nested > MOST_NESTED) throw new Error(`It nests graphs more than ${MOST_NESTED} deep.`)
  const inputs: ModelTensor[] = []
  const outputs: ModelTensor[] = []
  const initialized = new Set<string>()
  for (const field of fieldsOf(file, graph)) {
    switch (field.number) {
      case GRAPH.node:
        readNode(file, spanOf(field), found, nested)
        break
      case GRAPH.initializer:
        initialized.add(readTensor(file, spanOf(field), found))
        break
      case GRAPH.input:
        inputs.push(readValue(file, spanOf(field), found))
        break
      case GRAPH.output:
        outputs.push(readValue(file, spanOf(field), found))
        break
      case GRAPH.values:
        // Values in between are not there all at once: each alone must fit.
        readValue(file, spanOf(field), { ...found, bytes: 0 })
        break
      case GRAPH.sparse:
        throw new Error('It has sparse tensors, which are not run.')
    }
  }
  // Exporters of old list the weights among the inputs, too.
  const given = inputs.filter(({ name }) => !initialized.has(name))
  for (const ends of [given, outputs]) {
    if (ends.length > MOST.ends)
      throw new Error(`It lists ${ends.length} ends; ${MOST.ends} are allowed.`)
  }
  return { inputs: given, outputs }
}

function readNode(file: Uint8Array, node: Span, found: Found, nested: number): void {
  count(found)
  let [operation, domain] = ['', '']
  for (const field of fieldsOf(file, node)) {
    if (field.number === NODE.operation) operation = textOf(file, spanOf(field), MOST.name)
    if (field.number === NODE.domain) domain = textOf(file, spanOf(field), MOST.name)
    if (field.number === NODE.attribute) readAttribute(file, spanOf(field), found, nested)
  }
  if (!DOMAINS.includes(domain)) found.custom.add(`${domain}:${operation}`)
}

function readAttribute(file: Uint8Array, attribute: Span, found: Found, nested: number): void {
  count(found)
  for (const field of fieldsOf(file, attribute)) {
    if (field.number === ATTRIBUTE.graph || field.number === ATTRIBUTE.graphs) {
      readGraph(file, spanOf(field), found, nested + 1)
    } else if (field.number === ATTRIBUTE.tensor || field.number === ATTRIBUTE.tensors) {
      readTensor(file, spanOf(field), found)
    }
  }
}

/** Counts a tensor that has its values in the file. @returns its name */
function readTensor(file: Uint8Array, tensor: Span, found: Found): string {
  count(found)
  const shape: number[] = []
  let [name, type, location] = ['', 0, 0]
  for (const field of fieldsOf(file, tensor)) {
    if (field.number === TENSOR.dimensions) readDimensions(file, field, shape)
    if (field.number === TENSOR.type) type = numberOf(field)
    if (field.number === TENSOR.name) name = textOf(file, spanOf(field), MOST.name)
    if (field.number === TENSOR.location) location = numberOf(field)
    if (field.number === TENSOR.external) location = EXTERNAL
  }
  if (location === EXTERNAL) {
    throw new Error(`The values of ${name || 'a tensor'} stand in another file, which is not read.`)
  }
  found.bytes = boundedTensorBytes(found.bytes + bytesOf(shape, type), found.megabytes)
  return name
}

function readDimensions(file: Uint8Array, field: Field, shape: number[]): void {
  for (const side of numbersOf(file, field)) {
    if (shape.length === MOST.dimensions) throw tooManyDimensions()
    shape.push(side)
  }
}

function readValue(file: Uint8Array, value: Span, found: Found): ModelTensor {
  count(found)
  const tensor: ModelTensor = { name: '', shape: [], type: 'other' }
  for (const field of fieldsOf(file, value)) {
    if (field.number === VALUE.name) tensor.name = textOf(file, spanOf(field), MOST.name)
    if (field.number === VALUE.type) {
      for (const type of fieldsOf(file, spanOf(field))) {
        if (type.number === TYPE.tensor)
          Object.assign(tensor, readTensorType(file, spanOf(type), found))
      }
    }
  }
  return tensor
}

function readTensorType(file: Uint8Array, type: Span, found: Found): Omit<ModelTensor, 'name'> {
  const shape: ModelTensor['shape'] = []
  let element = 0
  for (const field of fieldsOf(file, type)) {
    if (field.number === TENSOR_TYPE.element) element = numberOf(field)
    if (field.number !== TENSOR_TYPE.shape) continue
    for (const { number, ...dimension } of fieldsOf(file, spanOf(field))) {
      if (number !== SHAPE.dimension) continue
      if (shape.length === MOST.dimensions) throw tooManyDimensions()
      shape.push('span' in dimension ? sideOf(file, dimension.span) : undefined)
    }
  }
  found.bytes = boundedTensorBytes(found.bytes + bytesOf(shape, element), found.megabytes)
  return { shape, type: element === FLOAT32 ? 'float32' : element === UINT8 ? 'uint8' : 'other' }
}

/** A side by its number; one that only has a name is known when the model runs. */
function sideOf(file: Uint8Array, dimension: Span): number | undefined {
  for (const field of fieldsOf(file, dimension)) {
    if (field.number === DIMENSION.value && numberOf(field) > 0) return numberOf(field)
  }
  return undefined
}

function bytesOf(shape: readonly (number | undefined)[], type: number): number {
  if (shape.some((side) => side !== undefined && side < 0)) {
    throw new Error('A tensor has a side below zero.')
  }
  return (ELEMENT_BYTES[type] ?? 8) * product(shape)
}

function count({ parts }: Found): void {
  parts.listed++
  if (parts.listed > 10 * MOST.listed) {
    throw new Error(`It lists more than ${10 * MOST.listed} parts.`)
  }
}

function spanOf(field: Field): Span {
  if ('span' in field) return field.span
  throw new Error('It is cut off, or no ONNX file.')
}

function numberOf(field: Field): number {
  if ('value' in field) return field.value
  throw new Error('It is cut off, or no ONNX file.')
}

function tooManyDimensions(): Error {
  return new Error(`A tensor has more than ${MOST.dimensions} dimensions.`)
}
