import type { ManifestOf } from '../models/model-manifest.ts'
import type { ModelNet, ModelOutput } from '../models/model-net.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { modelPlanes } from '../vision/user-models/model-planes.ts'
import { modelWindow } from '../vision/user-models/model-window.ts'
import { sampleModelInput, sampleModelMask } from '../vision/user-models/sample-model-input.ts'
import type { UserNet } from '../vision/vision.ts'
import type { FillCall, Generator, GeneratorLimits } from './generator.ts'

/**
 * A generator of a network that users bring: it takes out what is there and continues the rest, for nothing, and again
 * alike. It takes no prompt.
 */
export function inpaintGenerator({ manifest, net }: UserNet<'inpaint'>): Generator {
  return {
    name: manifest.file,
    limits: limitsOf(manifest),
    fill: {
      prompt: 'never',
      reference: false,
      price: () => 0,
      idempotent: true,
      run: async (call) => ({
        content: await inpaint(call, { manifest, net }),
        model: manifest.file,
        version: manifest.sha256,
        dollars: 0,
      }),
    },
  }
}

function limitsOf({ picture: { size } }: ManifestOf<'inpaint'>): GeneratorLimits {
  if ('width' in size) {
    return {
      maxPixels: size.width * size.height,
      minSide: Math.min(size.width, size.height),
      maxRatio: Math.max(size.width, size.height) / Math.min(size.width, size.height),
      multipleOf: 1,
      maxPrompt: 0,
      sizes: [size],
    }
  }
  const { multipleOf, most } = size
  return {
    maxPixels: most ** 2,
    minSide: multipleOf,
    maxRatio: most / multipleOf,
    multipleOf,
    maxPrompt: 0,
  }
}

async function inpaint(
  { picture, replace }: FillCall,
  { manifest, net }: { manifest: ManifestOf<'inpaint'>; net: ModelNet },
): Promise<Picture> {
  const { width, height } = picture
  const whole = { left: 0, top: 0, width, height }
  const seen = { ...whole, input: { width, height } }
  const window = 'width' in manifest.picture.size ? modelWindow(whole, manifest.picture) : seen
  const fourth = manifest.picture.fourth && Float32Array.from(replace.data, filledBy(manifest.fill))
  const inputs = [sampleModelInput(blanked(picture, replace), window, manifest.picture, fourth)]
  if (manifest.mask) inputs.push(sampleModelMask(replace, manifest.mask, manifest.fill))
  return pictureOf(await net.run(inputs, manifest.result.output), manifest)
}

function filledBy({ fill, keep }: ManifestOf<'inpaint'>['fill']): (level: number) => number {
  return (level) => (level > 0 ? fill : keep)
}

/** The picture, black where it is filled: networks must not see what is taken out. */
function blanked({ width, height, data }: Picture, replace: Mask): Picture {
  const blank = data.slice()
  for (let i = 0; i < replace.data.length; i++)
    if (replace.data[i]! > 0) blank.fill(0, 4 * i, 4 * i + 3)
  return { width, height, data: blank }
}

/** @throws Error for an output that is no picture of three channels */
function pictureOf(output: ModelOutput, { file, result }: ManifestOf<'inpaint'>): Picture {
  const { width, height, planes } = modelPlanes(output, result.layout, file)
  if (planes.length !== 3)
    throw new Error(`${file} gave ${planes.length} channels; a picture has 3.`)
  const [red, green, blue] = result.order === 'bgr' ? planes.toReversed() : planes
  const [low, high] = result.scale
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) {
    for (const [channel, plane] of [red!, green!, blue!].entries()) {
      data[4 * i + channel] = ((plane[i]! - low) / (high - low)) * 255
    }
  }
  return { width, height, data }
}
