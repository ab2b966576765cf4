import type { Box } from '../../geometry/box.ts'
import { addressOf, copyBytes, instantiateKernel, withArena } from '../../raster/arena.ts'
import { COMPOSITE_COLOUR_ROWS, COMPOSITE_LUMA_ROWS } from '../../raster/simd/composite-rows.ts'
import { LIGHT_ROWS } from '../../raster/simd/light-rows.ts'
import { COPY_ROWS } from '../../raster/simd/move-bytes.ts'
import { type FramePool, takeFrame } from '../../video/frame-pool.ts'
import { expandMatte, type FrameMatte, type Run } from '../../video/matting/expand-matte.ts'
import type { FineMatte } from '../../video/matting/refine-matte.ts'
import type { Region } from '../../video/shrink-frame.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type EdgeLevels, levelsInArena } from './edge-levels.ts'
import type { Lift, LightMatch } from './match-light.ts'
import { COMPOSITE_AHEAD, COMPOSITE_SPREAD } from './tuning.ts'

/** What is put before the background. */
type Layers = {
  frame: Frame
  matte: FineMatte
  /** The part of the frame that the matte covers; the rest is background. */
  region: Region
  levels: EdgeLevels
  light: LightMatch
}

/**
 * Puts the people of frames before another background. At edges, where a pixel shows both, the old background's share
 * is taken out before the new one's is put in, so that no rim of it stays around hair. All frames are in the memory of
 * kernels, and the matte is in the open arena.
 * @returns what gives frames, each of which stays as it is while {@link COMPOSITE_AHEAD} more are made. Then it is made
 * anew, and only where people were, the background is put again
 */
export function compositeOver(background: Frame, pool: FramePool): (layers: Layers) => Frame {
  const { width, height } = background
  const behind = planesOf(background)
  const made = Array.from({ length: COMPOSITE_AHEAD + 1 }, () => {
    const out = takeFrame(width, height, 0, pool)
    copyBytes(out.planes, background.planes)
    return { out, to: planesOf(out), touched: undefined as Box | undefined }
  })
  let count = 0
  return ({ frame, matte, region, levels, light }) => {
    const next = made[count++ % made.length]!
    const { out, to, touched } = next
    withArena(() => {
      const whole = expandMatte(frame, matte, region)
      const beside = levelsInArena(levels)
      const from = planesOf(frame)
      for (const channel of ['y', 'u', 'v'] as const) {
        const [step, lift] =
          channel === 'y' ? ([1, light.luma] as const) : ([2, light[channel]] as const)
        const plane = { from: addressOf(from[channel]), to: addressOf(to[channel]) }
        if (touched)
          putBack({ from: addressOf(behind[channel]), to: plane.to }, width, touched, step)
        putPeople(plane, width, whole, beside(channel), step, lift)
      }
      next.touched = boxOf(whole, width)
    })
    return { ...out, pts: frame.pts }
  }
}

/** The box of all runs, whose sides are even; undefined without any. */
function boxOf({ bands }: FrameMatte, width: number): Box | undefined {
  let [left, right] = [width, 0]
  for (const { runs } of bands) {
    left = Math.min(left, runs[0]!.left)
    right = Math.max(right, runs.at(-1)!.right)
  }
  const [first, last] = [bands[0], bands.at(-1)]
  if (!first || !last) return undefined
  const top = first.top & ~1
  return { left, top, width: Math.min(width, right) - left, height: last.bottom - top }
}

/** Puts the background back into one plane. */
function putBack({ from, to }: Plane, frameWidth: number, box: Box, step: 1 | 2): void {
  const stride = frameWidth / step
  const at = (box.top / step) * stride + box.left / step
  const [bytes, rows] = [box.width / step, Math.ceil(box.height / step)]
  instantiateKernel(COPY_ROWS)(to + at, from + at, stride, bytes, rows)
}

/** Addresses of a plane of the frame, and of the one into which its people are put. */
type Plane = { from: number; to: number }

/** What is known of both sides of edges: addresses of the bytes of a row of cells. */
type Beside = { old(cells: number): number; own(cells: number): number }

/** @param step pixels of luma that are one of the plane, in each direction */
function putPeople(
  { from, to }: Plane,
  frameWidth: number,
  { bands, alpha, top, left: origin, stride: alphaStride }: FrameMatte,
  { old, own }: Beside,
  step: 1 | 2,
  { shift, bend }: Lift,
): void {
  const stride = frameWidth / step
  const lightRows = instantiateKernel(LIGHT_ROWS)
  const compositeRows = instantiateKernel(step === 1 ? COMPOSITE_LUMA_ROWS : COMPOSITE_COLOUR_ROWS)
  for (const { cells, top: firstRow, bottom, runs } of bands) {
    const first = Math.ceil(firstRow / step)
    const rows = Math.ceil(bottom / step) - first
    if (rows === 0) continue
    const line = first * stride
    const alphas = addressOf(alpha) + (first * step - top) * alphaStride - origin
    for (const { isEdge, left, right } of runs as readonly Run[]) {
      const at = line + left / step
      if (isEdge) {
        const squares = (left - origin) / 8
        const eights = Math.ceil((right - left) / (8 * step))
        const [behind, beside] = [old(cells) + squares, own(cells) + squares]
        compositeRows(
          to + at,
          from + at,
          stride,
          alphas + left,
          alphaStride,
          behind,
          beside,
          COMPOSITE_SPREAD,
          shift,
          bend,
          eights,
          rows,
        )
      } else {
        const count = Math.ceil((right - left) / step)
        lightRows(to + at, from + at, stride, shift, bend, count, rows)
      }
    }
  }
}
