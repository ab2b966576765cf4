import { resizePicture } from '../media/resize-picture.ts'
import { type ManifestOf, type ModelPicture, tileOf } from '../models/model-manifest.ts'
import type { ModelNet, ModelOutput, RunClock } from '../models/model-net.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { type ModelPlanes, modelPlanes } from '../vision/user-models/model-planes.ts'
import { type ModelWindow, modelWindow } from '../vision/user-models/model-window.ts'
import { runTiles } from '../vision/user-models/run-tiles.ts'
import { sampleModelInput, sampleModelMask } from '../vision/user-models/sample-model-input.ts'
import { tilesOver } from '../vision/user-models/tiles.ts'
import type { UserNet } from '../vision/vision.ts'
import { fitToLimits } from './fit-to-limits.ts'
import type { FillCall, Generator, GeneratorLimits } from './generator.ts'
import { padMask, padPicture } from './pad.ts'
import { resizeMask } from './resize-mask.ts'
import { takeFitted } from './take-fitted.ts'
import { TILE_HIDDEN } from './tuning.ts'

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

function limitsOf({ picture: { size, tiles } }: ManifestOf<'inpaint'>): GeneratorLimits {
  if (tiles) {
    const { width, height } = tileOf(size)
    const within = (side: number): number => side - tiles.overlap
    return {
      maxPixels: tiles.most * within(width) * within(height),
      minSide: Math.min(width, height),
      // A long picture takes one row of tiles.
      maxRatio: Math.max(
        1,
        tiles.most * (within(Math.min(width, height)) / Math.max(width, height)),
      ),
      multipleOf: 1,
      maxPrompt: 0,
    }
  }
  return wholeLimits(size)
}

/** Limits of what is shown to the network at once. */
function wholeLimits(size: ModelPicture['size']): GeneratorLimits {
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

type InpaintNet = { manifest: ManifestOf<'inpaint'>; net: ModelNet }

/**
 * Fills a picture tile by tile where the network is told to and every tile of the hole shows enough beside it; else the
 * whole is shown at once, shrunk to what the network takes.
 */
async function inpaint(call: FillCall, { manifest, net }: InpaintNet): Promise<Picture> {
  const { picture, replace } = call
  const { width, height } = picture
  const tiles = tilesOver({ left: 0, top: 0, width, height }, manifest.picture)
  if (!tiles) {
    if (!manifest.picture.tiles) return await inpaintWhole(call, { manifest, net })
    return await inpaintShrunk(call, { manifest, net })
  }
  const { whole } = tiles
  if (whole.input.width !== width || whole.input.height !== height) {
    const smaller = { ...call, picture: await resizePicture(picture, whole.input) }
    return await inpaint(
      { ...smaller, replace: await resizeMask(replace, whole.input) },
      { manifest, net },
    )
  }
  const parts = tiles.windows.map((window) => partOf(call, window))
  if (parts.some(({ hidden }) => hidden > TILE_HIDDEN)) {
    return await inpaintShrunk(call, { manifest, net })
  }
  const clock = { seconds: 0 }
  const joined = await runTiles(
    tiles,
    async (window) => {
      const { hidden, ...part } = parts[tiles.windows.indexOf(window)]!
      if (hidden === 0) return undefined
      const made = await runOnce(part, { manifest, net }, clock)
      return modelPlanes(made, manifest.result.layout, manifest.file)
    },
    manifest.file,
  )
  return joined ? pictureOf(joined, manifest, picture) : picture
}

/** What a tile shows of a call, and the share of it that is hidden. Beyond the picture its edge goes on. */
function partOf({ picture, replace }: FillCall, { left, top, width, height }: ModelWindow) {
  const data = new Uint8ClampedArray(4 * width * height)
  const mask = new Uint8Array(width * height)
  let hidden = 0
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.min(picture.height - 1, Math.max(0, top + y)) * picture.width
    for (let x = 0; x < width; x++, at++) {
      const from = row + Math.min(picture.width - 1, Math.max(0, left + x))
      data.set(picture.data.subarray(4 * from, 4 * from + 4), 4 * at)
      mask[at] = replace.data[from]!
      if (mask[at]! > 0) hidden++
    }
  }
  return {
    picture: { width, height, data },
    replace: { width, height, data: mask },
    hidden: hidden / mask.length,
  }
}

/** A call of another size than the network takes. */
async function inpaintShrunk(call: FillCall, { manifest, net }: InpaintNet): Promise<Picture> {
  const { tiles: _, ...whole } = manifest.picture
  const { scaled, sent } = fitToLimits(call.picture, wholeLimits(manifest.picture.size))
  const picture = padPicture(await resizePicture(call.picture, scaled), sent)
  const replace = padMask(await resizeMask(call.replace, scaled), sent)
  const once = { manifest: { ...manifest, picture: whole }, net }
  const made = await inpaintWhole({ ...call, picture, replace }, once)
  const { width, height } = call.picture
  return await takeFitted(made, { sent, scaled, size: { width, height } })
}

async function inpaintWhole(call: FillCall, { manifest, net }: InpaintNet): Promise<Picture> {
  const output = await runOnce(call, { manifest, net })
  return pictureOf(modelPlanes(output, manifest.result.layout, manifest.file), manifest)
}

async function runOnce(
  { picture, replace }: Pick<FillCall, 'picture' | 'replace'>,
  { manifest, net }: InpaintNet,
  clock?: RunClock,
): Promise<ModelOutput> {
  const { width, height } = picture
  const whole = { left: 0, top: 0, width, height }
  const seen = { ...whole, input: { width, height } }
  const window = 'width' in manifest.picture.size ? modelWindow(whole, manifest.picture) : seen
  const fourth = manifest.picture.fourth && Float32Array.from(replace.data, filledBy(manifest.fill))
  const inputs = [sampleModelInput(blanked(picture, replace), window, manifest.picture, fourth)]
  if (manifest.mask) inputs.push(sampleModelMask(replace, manifest.mask, manifest.fill))
  return await net.run(inputs, manifest.result.output, clock)
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

/**
 * @param beside what is there where no tile was run
 * @throws Error for an output that is no picture of three channels
 */
function pictureOf(
  { width, height, planes, weights }: ModelPlanes & { weights?: Float32Array },
  { file, result }: ManifestOf<'inpaint'>,
  beside?: Picture,
): Picture {
  if (planes.length !== 3)
    throw new Error(`${file} gave ${planes.length} channels; a picture has 3.`)
  const [red, green, blue] = result.order === 'bgr' ? planes.toReversed() : planes
  const [low, high] = result.scale
  const isWhole = beside?.width === width && beside.height === height
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) {
    for (const [channel, plane] of [red!, green!, blue!].entries()) {
      data[4 * i + channel] =
        isWhole && weights?.[i] === 0
          ? beside.data[4 * i + channel]!
          : ((plane[i]! - low) / (high - low)) * 255
    }
  }
  return { width, height, data }
}
