import type { ModelPicture } from '../../models/model-manifest.ts'
import type { ModelInput } from '../../models/model-net.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { buildPyramid } from '../input/pyramid.ts'
import { roiAround } from '../input/roi.ts'
import { sampleRoi } from '../input/sample-roi.ts'
import type { ModelWindow } from './model-window.ts'

/** Levels 0–255 of a picture as a model sees it, row by row, three a pixel. */
type Levels = { width: number; height: number; data: Float32Array }

/**
 * A part of a picture as a model takes it: resampled bilinearly, scaled, ordered and laid out as its manifest says.
 * Outside the picture is black.
 * @param fourth the mask of what is filled as it goes into the fourth channel, 0–1 of the input's size @default empty
 */
export function sampleModelInput(
  picture: Picture,
  window: ModelWindow,
  spec: ModelPicture,
  fourth?: Float32Array,
): ModelInput {
  const { width, height, data } = sampleLevels(picture, window)
  const channels = spec.fourth ? 4 : 3
  const count = width * height
  const values =
    spec.type === 'uint8' ? new Uint8Array(count * channels) : new Float32Array(count * channels)
  const [low, high] = spec.scale
  for (let channel = 0; channel < 3; channel++) {
    const from = spec.order === 'bgr' ? 2 - channel : channel
    const mean = spec.mean?.[from] ?? 0
    const std = spec.std?.[from] ?? 1
    const factor = (high - low) / 255 / std
    const offset = (low - mean) / std
    for (let i = 0; i < count; i++) {
      const value = offset + factor * data[3 * i + from]!
      values[at(spec, { i, channel, count, channels })] =
        spec.type === 'uint8' ? Math.round(value) : value
    }
  }
  if (fourth) {
    for (let i = 0; i < count; i++)
      values[at(spec, { i, channel: 3, count, channels })] = fourth[i]!
  }
  return { input: spec.input, shape: shapeOf(spec.layout, { width, height, channels }), values }
}

/** A mask as a model takes it in an input of its own. */
export function sampleModelMask(
  { width, height, data }: Mask,
  {
    input,
    layout,
    type,
  }: { input: string | number; layout: ModelPicture['layout']; type: ModelPicture['type'] },
  { fill, keep }: { fill: number; keep: number },
): ModelInput {
  const values = type === 'uint8' ? new Uint8Array(data.length) : new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) values[i] = data[i]! > 0 ? fill : keep
  return { input, shape: shapeOf(layout, { width, height, channels: 1 }), values }
}

type Place = { i: number; channel: number; count: number; channels: number }

function at({ layout }: ModelPicture, { i, channel, count, channels }: Place): number {
  return layout === 'nchw' ? channel * count + i : i * channels + channel
}

type Shape = { width: number; height: number; channels: number }

function shapeOf(layout: ModelPicture['layout'], { width, height, channels }: Shape): number[] {
  return layout === 'nchw' ? [1, channels, height, width] : [1, height, width, channels]
}

function sampleLevels(picture: Picture, window: ModelWindow): Levels {
  const { input } = window
  const scale = Math.min(window.width / input.width, window.height / input.height)
  // A window of another ratio than the input is sampled at its own, and then squeezed along one side.
  const [width, height] = [Math.round(window.width / scale), Math.round(window.height / scale)]
  const side = Math.max(width, height)
  const roi = roiAround(
    window.left + window.width / 2 - (scale * side) / 2,
    window.top + window.height / 2 - (scale * side) / 2,
    scale * side,
    scale * side,
  )
  const data = sampleRoi(buildPyramid(picture), roi, side, { low: 0, high: 255 }, { width, height })
  return squeezeDown(squeezeAcross({ width, height, data }, input.width), input.height)
}

/** The levels at another width, each the mean of what it covers. */
function squeezeAcross(levels: Levels, width: number): Levels {
  if (levels.width === width) return levels
  const data = new Float32Array(width * levels.height * 3)
  for (let row = 0; row < levels.height; row++) {
    squeezeLine(
      levels.data,
      { from: 3 * row * levels.width, step: 3, length: levels.width },
      data,
      {
        from: 3 * row * width,
        step: 3,
        length: width,
      },
    )
  }
  return { width, height: levels.height, data }
}

/** The levels at another height, each the mean of what it covers. */
function squeezeDown(levels: Levels, height: number): Levels {
  if (levels.height === height) return levels
  const { width } = levels
  const data = new Float32Array(width * height * 3)
  for (let column = 0; column < width; column++) {
    const line = { from: 3 * column, step: 3 * width }
    squeezeLine(levels.data, { ...line, length: levels.height }, data, { ...line, length: height })
  }
  return { width, height, data }
}

type Line = { from: number; step: number; length: number }

function squeezeLine(source: Float32Array, line: Line, target: Float32Array, to: Line): void {
  const ratio = line.length / to.length
  for (let n = 0; n < to.length; n++) {
    const [start, end] = [n * ratio, (n + 1) * ratio]
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0
      for (let m = Math.floor(start); m < Math.min(line.length, end); m++) {
        const covered = Math.min(end, m + 1) - Math.max(start, m)
        sum += covered * source[line.from + m * line.step + channel]!
      }
      target[to.from + n * to.step + channel] = sum / ratio
    }
  }
}
