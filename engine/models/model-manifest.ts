import * as z from 'zod/mini'
import { RUNTIMES, runtimeOf } from './inspect-model.ts'

/** What a model’s output planes can stand for. Several planes may stand for one. */
export const MODEL_CLASSES = [
  'background',
  'hair',
  'face-skin',
  'brows',
  'eyes',
  'nose',
  'lips',
  'ears',
  'body-skin',
  'neck',
  'arms',
  'legs',
  'skin',
  'clothes',
  'upper-garment',
  'lower-garment',
  'dress',
  'shoes',
  'other',
] as const

export type ModelClass = (typeof MODEL_CLASSES)[number]

/** What a model is for, each of which one file can have. */
export const MODEL_TASKS = ['parse', 'hair', 'matte', 'inpaint', 'depth'] as const

export type ModelTask = (typeof MODEL_TASKS)[number]

const side = z.int().check(z.gte(32), z.lte(2048))

/** An input or output: its name, or its place counted from 0. */
const end = z.union([
  z.string().check(z.minLength(1), z.maxLength(200)),
  z.int().check(z.gte(0), z.lte(99)),
])

const layout = z.enum(['nchw', 'nhwc'])
const type = z._default(z.enum(['float32', 'uint8']), 'float32')
const range = z.tuple([z.number(), z.number()])
const three = z.tuple([z.number(), z.number(), z.number()])
const order = z._default(z.enum(['rgb', 'bgr']), 'rgb')

const FIXED_SIZE = z.strictObject({ width: side, height: side })

const FREE_SIZE = z.strictObject({
  /** Both sides are multiples of it. */
  multipleOf: z.int().check(z.gte(1), z.lte(512)),
  /** What the shorter side is scaled to. @default its own size */
  shorter: z.optional(side),
  /** The longer side at most. */
  most: side,
})

const TILES = z.strictObject({
  /** Pixels of the input over which tiles go over into each other. */
  overlap: z.int().check(z.gte(8), z.lte(512)),
  /** Of them for one picture; a larger one is shrunk until they cover it. */
  most: z._default(z.int().check(z.gte(2), z.lte(25)), 9),
})

const PICTURE = z.strictObject({
  input: z._default(end, 0),
  layout,
  type,
  order,
  size: z.union([FIXED_SIZE, FREE_SIZE]),
  /** Whether what is shown is stretched over the input, or keeps its proportions, with what lies around it. */
  fit: z._default(z.enum(['pad', 'stretch']), 'pad'),
  /** What the levels 0 and 255 become. */
  scale: z._default(range, [0, 1]),
  /** Subtracted after that, for red, green and blue. */
  mean: z.optional(three),
  /** Divided by after that, for red, green and blue. */
  std: z.optional(three.check(z.refine((values) => values.every((value) => value > 0)))),
  /** That it sees what is larger than its input tile by tile, at the picture’s own resolution. */
  tiles: z.optional(TILES),
  /** A fourth channel: the mask of the frame before, which is empty, or the mask of what is filled. */
  fourth: z.optional(z.enum(['empty', 'fill'])),
})

const EVERY_MODEL = {
  manifest: z.literal(2),
  runtime: z.enum(RUNTIMES),
  /** The file, in the same folder. */
  file: z.string().check(z.regex(/^[\w][\w.-]{0,100}\.(tflite|onnx)$/)),
  /** Of the whole file, in hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** An SPDX identifier, e.g. `Apache-2.0`. */
  licence: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Where the file was fetched. */
  source: z.optional(z.string().check(z.regex(/^https:\/\//), z.maxLength(1000))),
  picture: PICTURE,
}

/** How values become probabilities: over all planes, for each plane alone, or they are some. */
const activation = z._default(z.enum(['softmax', 'sigmoid', 'none']), 'none')

const PLANES = z.strictObject({
  output: z._default(end, 0),
  layout,
  /** Of the planes, where the file fixes it. */
  size: z.optional(FIXED_SIZE),
  /** What each plane stands for, in their order; null where a plane is of no use. */
  classes: z.array(z.nullable(z.enum(MODEL_CLASSES))).check(z.minLength(1), z.maxLength(100)),
  activation,
  /** Whether a high value means that a pixel is of the class, or that it is not. */
  polarity: z._default(z.enum(['high-is-class', 'low-is-class']), 'high-is-class'),
})

/** A manifest of the second form. Tensors are 1 × channels × height × width, or 1 × height × width × channels. */
const MANIFEST = z.discriminatedUnion('task', [
  /** Tells a person apart. */
  z.strictObject({ ...EVERY_MODEL, task: z.literal('parse'), result: PLANES }),
  /** Finds the hair, and beats `parse` there. */
  z.strictObject({ ...EVERY_MODEL, task: z.literal('hair'), result: PLANES }),
  /** Tells what stands out from its ground. */
  z.strictObject({
    ...EVERY_MODEL,
    task: z.literal('matte'),
    /** What it finds: people alone, or whatever the picture is of. */
    shows: z.enum(['people', 'anything']),
    result: z.strictObject({
      output: z._default(end, 0),
      layout,
      /** Which plane marks what stands out, counted from 0. */
      plane: z._default(z.int().check(z.gte(0), z.lte(99)), 0),
      /** How values become shares; `minmax` stretches those of each picture from 0 to 1. */
      activation: z._default(z.enum(['softmax', 'sigmoid', 'minmax', 'none']), 'none'),
    }),
  }),
  /** Makes up what is missing. */
  z.strictObject({
    ...EVERY_MODEL,
    task: z.literal('inpaint'),
    /** The mask as an input of its own; absent where it is the picture’s fourth channel. */
    mask: z.optional(z.strictObject({ input: z._default(end, 1), layout, type })),
    /** What the mask has where the picture is filled, and where it stays. */
    fill: z._default(z.strictObject({ fill: z.number(), keep: z.number() }), { fill: 1, keep: 0 }),
    result: z.strictObject({
      output: z._default(end, 0),
      layout,
      order,
      /** Which values are the levels 0 and 255. */
      scale: z._default(range, [0, 1]),
    }),
  }),
  /** Says how far away what a pixel shows is, in comparison with the others. */
  z.strictObject({
    ...EVERY_MODEL,
    task: z.literal('depth'),
    result: z.strictObject({
      output: z._default(end, 0),
      layout,
      /** Whether near things have high values or low ones. */
      near: z.enum(['high', 'low']),
    }),
  }),
])

/** What a manifest says of a model file: `NAME.json` beside `NAME.tflite` or `NAME.onnx`. */
export type ModelManifest = z.infer<typeof MANIFEST>

/** The manifest of a task. */
export type ManifestOf<Task extends ModelTask> = Extract<ModelManifest, { task: Task }>

/** How a model is given its picture. */
export type ModelPicture = ModelManifest['picture']

/** The size of a tile: for a model that takes any, a square of the longest side it takes. */
export function tileOf(size: ModelPicture['size']): z.infer<typeof FIXED_SIZE> {
  if ('width' in size) return size
  const side = Math.max(1, Math.floor(size.most / size.multipleOf)) * size.multipleOf
  return { width: side, height: side }
}

/** A model file that can be run, checked against its manifest. */
export type UserModel = { manifest: ModelManifest; bytes: Uint8Array }

/** A manifest of the first form: `NAME.json` beside `NAME.tflite`, of 1 × height × width × channels. */
const FIRST_MANIFEST = z.strictObject({
  task: z.enum(['regions', 'hair']),
  file: z.string().check(z.regex(/^[\w][\w.-]{0,100}\.tflite$/)),
  sha256: EVERY_MODEL.sha256,
  licence: EVERY_MODEL.licence,
  input: z.strictObject({
    width: side,
    height: side,
    /** 3: RGB. 4: RGB and the mask of the frame before, which is empty for a picture. */
    channels: z.literal([3, 4]),
    range,
  }),
  output: z.strictObject({
    width: side,
    height: side,
    classes: z.array(z.enum(MODEL_CLASSES)).check(z.minLength(1), z.maxLength(32)),
    activation: z.enum(['softmax', 'sigmoid', 'none']),
    polarity: z.enum(['high-is-class', 'low-is-class']),
  }),
})

export type ManifestV1 = z.infer<typeof FIRST_MANIFEST>

/** The schema by which a manifest is judged: of the second form where it says so, else of the first. */
export function schemaOf(given: unknown): typeof MANIFEST | typeof FIRST_MANIFEST {
  const second = typeof given === 'object' && given !== null && 'manifest' in given
  return second ? MANIFEST : FIRST_MANIFEST
}

/** A manifest of either form in the second. */
export function secondForm(manifest: ModelManifest | ManifestV1): ModelManifest {
  if ('manifest' in manifest) return manifest
  const { task, file, sha256, licence, input, output } = manifest
  return {
    manifest: 2,
    task: task === 'regions' ? 'parse' : 'hair',
    runtime: runtimeOf(file),
    file,
    sha256,
    licence,
    picture: {
      input: 0,
      layout: 'nhwc',
      type: 'float32',
      order: 'rgb',
      size: { width: input.width, height: input.height },
      fit: 'pad',
      scale: input.range,
      ...(input.channels === 4 && { fourth: 'empty' as const }),
    },
    result: {
      output: 0,
      layout: 'nhwc',
      size: { width: output.width, height: output.height },
      classes: output.classes,
      activation: output.activation,
      polarity: output.polarity,
    },
  }
}

/** What a manifest of the first form says of a file beside its name and hash. */
type Layout = Pick<ManifestV1, 'task' | 'licence' | 'input' | 'output'>

/**
 * The layouts of files that are published for MediaPipe’s image segmenter (model cards “Selfie Multiclass” and “Hair
 * Segmentation”), by the names they have there.
 */
export const KNOWN_LAYOUTS: Readonly<Record<string, Layout>> = {
  'selfie_multiclass_256x256.tflite': {
    task: 'regions',
    licence: 'Apache-2.0',
    input: { width: 256, height: 256, channels: 3, range: [0, 1] },
    output: {
      width: 256,
      height: 256,
      classes: ['background', 'hair', 'body-skin', 'face-skin', 'clothes', 'other'],
      activation: 'softmax',
      polarity: 'high-is-class',
    },
  },
  'hair_segmenter.tflite': {
    task: 'hair',
    licence: 'Apache-2.0',
    input: { width: 512, height: 512, channels: 4, range: [0, 1] },
    output: {
      width: 512,
      height: 512,
      classes: ['background', 'hair'],
      activation: 'softmax',
      polarity: 'high-is-class',
    },
  },
}
