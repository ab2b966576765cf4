import { createHash } from 'node:crypto'
import { inspectModel, runtimeOf } from './inspect-model.ts'
import { type InspectedModel, type ModelTensor, product } from './inspected-model.ts'
import { BOUNDS, type ModelBounds } from './model-bounds.ts'
import { type ManifestV1, type ModelManifest, secondForm, tileOf } from './model-manifest.ts'

/**
 * Checks that a file is the one its manifest describes, and that its tensors are as the manifest says.
 * @throws Error that names the field, what it says and what the file has
 */
export function checkModel(
  bytes: Uint8Array,
  given: ModelManifest | ManifestV1,
  bounds: Pick<ModelBounds, 'megabytes'> = BOUNDS,
): InspectedModel {
  const manifest = secondForm(given)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== manifest.sha256) {
    throw new Error(`sha256 is ${manifest.sha256}, but the file’s is ${sha256}.`)
  }
  const { runtime, file } = manifest
  if (runtime !== runtimeOf(file))
    throw new Error(`runtime is ${runtime}, but the file is ${file}.`)
  const model = inspectModel(bytes, runtime, bounds)
  if (runtime === 'onnx' && model.customOperations.length > 0) {
    throw new Error(
      `It uses operations outside ONNX’s own, which are not run: ${model.customOperations.join(', ')}.`,
    )
  }
  const fields = 'manifest' in given ? SECOND_FIELDS : FIRST_FIELDS
  checkInputs(model, manifest, fields)
  checkResult(model, manifest, fields)
  return model
}

/** What the picture and the result are called in the two forms of the manifest. */
const SECOND_FIELDS = { picture: 'picture', result: 'result' } as const
const FIRST_FIELDS = { picture: 'input', result: 'output' } as const

type Fields = { picture: string; result: string }

function checkInputs({ inputs }: InspectedModel, manifest: ModelManifest, fields: Fields): void {
  const { picture } = manifest
  const channels = picture.fourth ? 4 : 3
  const used = [requireEnd('picture.input', inputs, picture.input)]
  requireType(fields.picture, used[0]!, picture.type)
  const size = 'width' in picture.size ? picture.size : { width: undefined, height: undefined }
  requireShape(fields.picture, used[0]!, shapeIn(picture.layout, { ...size, channels }))
  const filled = picture.fourth === 'fill'
  if (manifest.task === 'inpaint') {
    const { mask } = manifest
    if (filled === (mask !== undefined)) {
      throw new Error('The mask of what is filled is either mask, or picture.fourth.')
    }
    if (mask) {
      const tensor = requireEnd('mask.input', inputs, mask.input)
      if (tensor === used[0]) throw new Error('mask.input is the input of the picture.')
      requireType('mask', tensor, mask.type)
      requireShape('mask', tensor, shapeIn(mask.layout, { ...size, channels: 1 }))
      used.push(tensor)
    }
  } else if (filled) {
    throw new Error(`picture.fourth is fill, which a model of the task ${manifest.task} has not.`)
  }
  checkTiles(manifest)
  if (inputs.length > used.length) {
    throw new Error(`The model has ${inputs.length} inputs; ${used.length} are told of.`)
  }
}

function checkTiles({ task, picture: { size, tiles } }: ModelManifest): void {
  if (!tiles) return
  // What a model says of depth holds within one picture alone.
  if (task === 'depth') throw new Error('picture.tiles is for other tasks than depth.')
  const tile = tileOf(size)
  if (2 * tiles.overlap <= Math.min(tile.width, tile.height)) return
  throw new Error(
    `picture.tiles.overlap is ${tiles.overlap}, more than half of an input of ${tile.width} × ${tile.height}.`,
  )
}

function checkResult(model: InspectedModel, manifest: ModelManifest, fields: Fields): void {
  const tensor = requireEnd('result.output', model.outputs, manifest.result.output)
  if (tensor.type === 'other') throw new Error('The model’s output is not of floats or bytes.')
  const { size } = manifest.picture
  const sides = 'size' in manifest.result ? manifest.result.size : undefined
  const known = { width: sides?.width, height: sides?.height, channels: channelsOf(manifest) }
  requireShape(fields.result, tensor, shapeIn(manifest.result.layout, known))
  if (manifest.task === 'parse' || manifest.task === 'hair') {
    checkClasses(manifest.result.classes, manifest.task, fields)
  }
  if (manifest.task === 'matte') checkPlane(manifest.result, tensor)
  const [height, width] = sidesIn(manifest.result.layout, tensor.shape)
  if ('width' in size && width && height && width * size.height !== height * size.width) {
    throw new Error(`The output is ${width} × ${height}, which is not the ratio of the input.`)
  }
}

/** Planes that an output must have; undefined where several are right. */
function channelsOf(manifest: ModelManifest): number | undefined {
  if (manifest.task === 'parse' || manifest.task === 'hair') return manifest.result.classes.length
  if (manifest.task === 'inpaint') return 3
  return undefined
}

function checkPlane(
  { plane, layout }: { plane: number; layout: 'nchw' | 'nhwc' },
  { shape }: ModelTensor,
): void {
  const planes = shape.length < 4 ? 1 : shape[layout === 'nchw' ? 1 : 3]
  if (planes === undefined || plane < planes) return
  throw new Error(`result.plane is ${plane}, but the output has ${planes} planes, from 0 on.`)
}

function checkClasses(
  classes: readonly (string | null)[],
  task: 'parse' | 'hair',
  { result }: Fields,
): void {
  if (task === 'hair' && !classes.includes('hair')) {
    throw new Error(`${result}.classes lacks hair, which a model of the task hair finds.`)
  }
  if (classes.every((name) => name === null || name === 'background')) {
    throw new Error(`${result}.classes names nothing of a person.`)
  }
}

function requireEnd(
  field: string,
  tensors: readonly ModelTensor[],
  end: string | number,
): ModelTensor {
  const found = typeof end === 'number' ? tensors[end] : tensors.find(({ name }) => name === end)
  if (found) return found
  const names = tensors.map(({ name }, n) => (name ? `${n} ${name}` : String(n)))
  throw new Error(`${field} is ${end}, but the model has ${names.join(', ') || 'none'}.`)
}

function requireType(field: string, { type }: ModelTensor, wanted: ModelTensor['type']): void {
  if (type === wanted) return
  const told = type === 'other' ? 'neither float32 nor uint8' : type
  throw new Error(`${field}.type is ${wanted}, but the model’s is ${told}.`)
}

type Sides = { width: number | undefined; height: number | undefined; channels: number | undefined }

function shapeIn(layout: 'nchw' | 'nhwc', { width, height, channels }: Sides) {
  return layout === 'nchw' ? [1, channels, height, width] : [1, height, width, channels]
}

/** The height and the width of a tensor of pictures; the last may be written without its one channel. */
function sidesIn(layout: 'nchw' | 'nhwc', shape: ModelTensor['shape']): ModelTensor['shape'] {
  if (shape.length === 3) return shape.slice(1)
  return layout === 'nchw' ? shape.slice(2) : shape.slice(1, 3)
}

/** Sides that one of the two does not know are right. */
function requireShape(field: string, { shape }: ModelTensor, wanted: ModelTensor['shape']): void {
  const same =
    shape.length === wanted.length &&
    shape.every((side, n) => side === undefined || wanted[n] === undefined || side === wanted[n])
  // A single plane is written with or without its channel.
  const plane = wanted.includes(1, 1) && product(shape) === product(wanted)
  // An output without sizes says nothing to contradict.
  if (same || plane || shape.length === 0) return
  const told = (sides: ModelTensor['shape']): string => sides.map((n) => n ?? '?').join(' × ')
  throw new Error(`${field} says ${told(wanted)}, but the model has ${told(shape)}.`)
}
