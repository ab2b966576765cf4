import * as z from 'zod/mini'

/** What a model’s output planes can stand for. */
export const MODEL_CLASSES = [
  'background',
  'hair',
  'face-skin',
  'body-skin',
  'clothes',
  'upper-garment',
  'lower-garment',
  'shoes',
  'other',
] as const

export type ModelClass = (typeof MODEL_CLASSES)[number]

const side = z.int().check(z.gte(32), z.lte(2048))

/**
 * What a manifest says of a model file: `NAME.json` beside `NAME.tflite`. Tensors are 1 × height × width × channels,
 * 32-bit floats.
 */
export const MODEL_MANIFEST = z.strictObject({
  /** `regions` tells a person apart; `hair` finds only the hair. */
  task: z.enum(['regions', 'hair']),
  /** The file, in the same folder. */
  file: z.string().check(z.regex(/^[\w][\w.-]{0,100}\.tflite$/)),
  /** Of the whole file, in hex. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** An SPDX identifier, e.g. `Apache-2.0`. */
  licence: z.string().check(z.minLength(1), z.maxLength(100)),
  input: z.strictObject({
    width: side,
    height: side,
    /** 3: RGB. 4: RGB and the mask of the frame before, which is empty for a picture. */
    channels: z.literal([3, 4]),
    /** What the levels 0 and 255 become. */
    range: z.tuple([z.number(), z.number()]),
  }),
  output: z.strictObject({
    width: side,
    height: side,
    /** What each plane stands for, in the order of the channels. */
    classes: z.array(z.enum(MODEL_CLASSES)).check(z.minLength(1), z.maxLength(32)),
    /** How values become probabilities: over all planes, for each plane alone, or they are some. */
    activation: z.enum(['softmax', 'sigmoid', 'none']),
    /** Whether a high value means that a pixel is of the class, or that it is not. */
    polarity: z.enum(['high-is-class', 'low-is-class']),
  }),
})

export type ModelManifest = z.infer<typeof MODEL_MANIFEST>

/** A model file that can be run, checked against its manifest. */
export type UserModel = { manifest: ModelManifest; bytes: Uint8Array }

type Layout = Pick<ModelManifest, 'task' | 'licence' | 'input' | 'output'>

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
