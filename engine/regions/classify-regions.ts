import type { ModelClass, ModelManifest } from '../models/model-manifest.ts'
import type { SamplingGrid } from '../raster/colour/lab-planes.ts'
import { sampleGrid } from '../raster/colour/sample-grid.ts'
import type { Picture } from '../raster/picture.ts'
import { buildPyramid } from '../vision/input/pyramid.ts'
import { roiAround } from '../vision/input/roi.ts'
import { sampleRoi } from '../vision/input/sample-roi.ts'
import { sigmoid, type UserNet } from '../vision/vision.ts'

/** The probability of each class a model knows, 0–1, on each pixel of a grid. */
export type ClassPlanes = ReadonlyMap<ModelClass, Float32Array>

/**
 * Runs users’ models on a part of a picture; what they are not there for is undefined.
 * @throws when the runtime cannot run a model
 */
export async function classifyRegions(
  picture: Picture,
  grid: SamplingGrid,
  userNets: readonly UserNet[] = [],
): Promise<Partial<Record<ModelManifest['task'], ClassPlanes>>> {
  const found: Partial<Record<ModelManifest['task'], ClassPlanes>> = {}
  for (const net of userNets) found[net.manifest.task] = await classify(net, picture, grid)
  return found
}

async function classify(
  { manifest, net }: UserNet,
  picture: Picture,
  grid: SamplingGrid,
): Promise<ClassPlanes> {
  const window = windowOn(grid, manifest)
  const [output] = await net.run(sampleInput(picture, window, manifest))
  const { width, height, classes } = manifest.output
  if (output?.length !== width * height * classes.length) {
    throw new Error(`${manifest.file} gave ${output?.length ?? 0} values.`)
  }
  const planes = probabilities(output, manifest)
  return new Map(classes.map((name, n) => [name, resample(planes[n]!, manifest, window, grid)]))
}

/** The part of the picture that the model sees: its left and top, and picture pixels per input pixel. */
type Window = { left: number; top: number; scale: number }

/** The grid’s area in the middle of the input, as large as fits. */
function windowOn({ area }: SamplingGrid, { input }: ModelManifest): Window {
  const scale = Math.max(area.width / input.width, area.height / input.height)
  return {
    left: area.left + area.width / 2 - (scale * input.width) / 2,
    top: area.top + area.height / 2 - (scale * input.height) / 2,
    scale,
  }
}

function sampleInput(picture: Picture, window: Window, { input }: ModelManifest): Float32Array {
  const { width, height, channels, range } = input
  const size = Math.max(width, height)
  const { left, top, scale } = window
  const across = (scale * (size - width)) / 2
  const down = (scale * (size - height)) / 2
  const roi = roiAround(left - across, top - down, scale * size, scale * size)
  const [low, high] = range
  const rgb = sampleRoi(buildPyramid(picture), roi, size, { low, high }, { width, height })
  return channels === 3 ? rgb : withEmptyMask(rgb, channels)
}

/** RGB with a further channel of zeros: the mask of the frame before, of which there is none. */
function withEmptyMask(rgb: Float32Array, channels: number): Float32Array {
  const all = new Float32Array((rgb.length / 3) * channels)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += channels) {
    all.set(rgb.subarray(from, from + 3), to)
  }
  return all
}

/** The probability of each class, one plane a class. */
function probabilities(values: Float32Array, { output }: ModelManifest): Float32Array[] {
  const count = output.classes.length
  const planes = output.classes.map(() => new Float32Array(values.length / count))
  for (let pixel = 0, from = 0; from < values.length; pixel++, from += count) {
    const own = values.subarray(from, from + count)
    const shares = output.activation === 'softmax' ? softmax(own) : own
    for (let n = 0; n < count; n++) {
      const value = output.activation === 'sigmoid' ? sigmoid(shares[n]!) : shares[n]!
      const sure = Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
      planes[n]![pixel] = output.polarity === 'high-is-class' ? sure : 1 - sure
    }
  }
  return planes
}

function softmax(values: Float32Array): Float32Array {
  const most = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - most))
  const sum = powers.reduce((all, power) => all + power, 0)
  return powers.map((power) => power / sum)
}

/** The value of an output plane at each pixel of the grid, bilinear; edges repeat. */
function resample(
  plane: Float32Array,
  { input, output }: ModelManifest,
  { left, top, scale }: Window,
  { area, ...grid }: SamplingGrid,
): Float32Array {
  const { width, height } = output
  const seen = { left, top, width: scale * input.width, height: scale * input.height }
  const from: SamplingGrid = { area: seen, scale: seen.width / width, width, height }
  const found = new Float32Array(grid.width * grid.height)
  for (let row = 0, to = 0; row < grid.height; row++) {
    const y = area.top + (row + 0.5) * grid.scale - 0.5
    for (let column = 0; column < grid.width; column++, to++) {
      found[to] = sampleGrid(plane, from, area.left + (column + 0.5) * grid.scale - 0.5, y)
    }
  }
  return found
}
