import type { Size } from '../geometry/size.ts'
import { smoothstep } from '../geometry/smoothstep.ts'
import { blur, blurAllWithin, blurWithin } from '../raster/filter/blur.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import type { Displacement } from '../raster/warp/displacement.ts'
import type { PersonMattes } from './mattes.ts'
import {
  BACKGROUND_SHARE,
  FAINT_OUTLINE,
  MATTE_DOUBT_CERTAIN,
  MATTE_DOUBT_CONTRAST,
  MATTE_DOUBT_LENGTH,
  MATTE_DOUBT_MISFIT,
  MATTE_DOUBT_SCALE,
  MATTE_DOUBT_SIGMA,
  MEAN_DOUBT,
  SIGMAS_IN_REACH,
  SOFT_WIDTH,
} from './tuning.ts'

/** The planes of a reduced copy: colours 0-255, the rest 0-1. */
type Measured = Size & {
  by: number
  colours: Float32Array[]
  alpha: Float32Array
  person: Float32Array
  background: Float32Array
}

/**
 * How much the matte of a person is to be doubted at each node of a field, by the outline near it: 0 where the outline
 * is certain, 1 where it must not be cut along, continuous between. An outline is doubtful where
 * - hardly any background that is certain lies beside it: in a narrow gap, or where another person touches,
 * - both sides have nearly the same colour,
 * - the matte contradicts the colours: the person goes on outside it, or it holds background. With the mean colours F
 *   and B of both sides, a pixel I should have the alpha of its projection on the line from B to F (matting equation of
 *   Porter and Duff 1984),
 * - the matte is soft over a wide strip, or its outline is jagged, so that it does not know where the person ends.
 * @param scale of the body: pixels from shoulders to hips
 * @param reach the distance from the person, in pixels, up to which anything may move
 */
export function matteDoubt(
  picture: Picture,
  mattes: PersonMattes,
  field: Displacement,
  { scale, reach }: { scale: number; reach: number },
): Float32Array {
  const by = Math.max(1, Math.round(scale / MATTE_DOUBT_SCALE))
  const measured = measure(picture, mattes, by)
  const doubt = doubtAlongOutline(measured, scale / by, reach / by)
  const { step, cols, rows } = field
  const nodes = new Float32Array(cols * rows)
  for (let j = 0; j < rows; j++) {
    const y = Math.min(measured.height - 1, Math.round((j * step) / by))
    for (let i = 0; i < cols; i++) {
      const x = Math.min(measured.width - 1, Math.round((i * step) / by))
      nodes[j * cols + i] = smoothstep(
        MEAN_DOUBT.none,
        MEAN_DOUBT.full,
        doubt[y * measured.width + x]!,
      )
    }
  }
  return nodes
}

/** Reduces a picture and its mattes to means of `by` times `by` pixels, of which at most nine or so are looked up. */
function measure(
  { width, height, data }: Picture,
  { matte, occlusion }: PersonMattes,
  by: number,
): Measured {
  const size = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
  const plane = () => new Float32Array(size.width * size.height)
  const colours = [plane(), plane(), plane()] as const
  const [alpha, person, background] = [plane(), plane(), plane()]
  const [red, green, blue] = colours
  const stride = Math.max(1, Math.floor(by / 3))
  const sums = new Float64Array(6)
  for (let j = 0, at = 0; j < size.height; j++) {
    const bottom = Math.min(height, (j + 1) * by)
    for (let i = 0; i < size.width; i++, at++) {
      const block = { left: i * by, top: j * by, right: Math.min(width, (i + 1) * by), bottom }
      sumBlock(data, matte, occlusion, block, stride, sums)
      const count = sums[5]!
      red[at] = sums[0]! / count
      green[at] = sums[1]! / count
      blue[at] = sums[2]! / count
      alpha[at] = sums[3]! / (255 * count)
      person[at] = alpha[at]! >= MATTE_DOUBT_CERTAIN ? 1 : 0
      background[at] = sums[4] === 0 ? 1 : 0
    }
  }
  return { ...size, by, colours: [...colours], alpha, person, background }
}

/** Sums every so manyth pixel of a block: red, green, blue, the matte, the occlusion, and how many there are. */
function sumBlock(
  data: Uint8ClampedArray,
  matte: Mask,
  occlusion: Uint8Array,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
  stride: number,
  sums: Float64Array,
): void {
  let [red, green, blue, alpha, unknown, count] = [0, 0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y += stride) {
    for (let x = left, k = y * matte.width + x; x < right; x += stride, k += stride) {
      red += data[4 * k]!
      green += data[4 * k + 1]!
      blue += data[4 * k + 2]!
      alpha += matte.data[k]!
      unknown += occlusion[k]!
      count++
    }
  }
  sums[0] = red
  sums[1] = green
  sums[2] = blue
  sums[3] = alpha
  sums[4] = unknown
  sums[5] = count
}

/** The mean doubt of the outline around each pixel. @param scale of the body, and `reach`, in measured pixels */
function doubtAlongOutline(measured: Measured, scale: number, reach: number): Float32Array {
  const { alpha, colours, person, background } = measured
  const inside = blurAllWithin(colours, person, measured, MATTE_DOUBT_SIGMA.colour * scale)
  const outside = blurAllWithin(colours, background, measured, MATTE_DOUBT_SIGMA.colour * scale)
  const open = blur(background, measured, MATTE_DOUBT_SIGMA.colour * scale)
  const near = blur(alpha, measured, MATTE_DOUBT_SIGMA.strip * scale)
  const misfit = new Float32Array(alpha.length)
  const strip = new Float32Array(alpha.length)
  const contrast = new Float32Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    let [across, along] = [0, 0]
    for (let c = 0; c < 3; c++) {
      const difference = inside[c]![i]! - outside[c]![i]!
      across += difference * difference
      along += difference * (colours[c]![i]! - outside[c]![i]!)
    }
    contrast[i] = Math.sqrt(across)
    strip[i] = 4 * near[i]! * (1 - near[i]!)
    misfit[i] = Math.abs(Math.min(1, Math.max(0, along / (across + 1))) - alpha[i]!)
  }
  const error = blurWithin(misfit, strip, measured, MATTE_DOUBT_SIGMA.strip * scale)
  const outline = outlineOf(measured)
  const soft = blur(
    alpha.map((a) => 4 * a * (1 - a)),
    measured,
    MATTE_DOUBT_SIGMA.strip * scale,
  )
  const line = blur(outline, measured, MATTE_DOUBT_SIGMA.strip * scale)
  const straight = 1 / (Math.sqrt(2 * Math.PI) * MATTE_DOUBT_SIGMA.strip * scale)
  const doubt = new Float32Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    if (outline[i] === 0) continue
    doubt[i] = Math.max(
      1 - smoothstep(BACKGROUND_SHARE.gap, BACKGROUND_SHARE.open, open[i]!),
      1 - smoothstep(MATTE_DOUBT_CONTRAST.none, MATTE_DOUBT_CONTRAST.plain, contrast[i]!),
      smoothstep(MATTE_DOUBT_MISFIT.right, MATTE_DOUBT_MISFIT.wrong, error[i]!),
      smoothstep(SOFT_WIDTH.sharp, SOFT_WIDTH.vague, soft[i]! / line[i]! / scale),
      smoothstep(MATTE_DOUBT_LENGTH.smooth, MATTE_DOUBT_LENGTH.jagged, line[i]! / straight),
    )
  }
  const sigma = Math.max(MATTE_DOUBT_SIGMA.stretch * scale, SIGMAS_IN_REACH * reach)
  const sums = blur(doubt, measured, sigma)
  const weights = blur(outline, measured, sigma)
  const faint = FAINT_OUTLINE / (Math.sqrt(2 * Math.PI) * sigma)
  return sums.map((sum, i) => sum / (weights[i]! + faint))
}

/** 1 for each pixel on the person's side of the outline. */
function outlineOf({ width, height, alpha }: Measured): Float32Array {
  const outline = new Float32Array(alpha.length)
  for (let y = 1; y + 1 < height; y++) outlineRow(alpha, outline, width, y)
  return outline
}

function outlineRow(alpha: Float32Array, outline: Float32Array, width: number, y: number): void {
  for (let x = 1, i = y * width + 1; x + 1 < width; x++, i++) {
    if (alpha[i]! < 0.5) continue
    const least = Math.min(alpha[i - 1]!, alpha[i + 1]!, alpha[i - width]!, alpha[i + width]!)
    if (least < 0.5) outline[i] = 1
  }
}
