import { addressOf, copyBytes, instantiateKernel, withArena } from '../../raster/arena.ts'
import { COMPOSITE_COLOUR_ROWS, COMPOSITE_LUMA_ROWS } from '../../raster/simd/composite-rows.ts'
import { LIGHT_ROWS } from '../../raster/simd/light-rows.ts'
import { expandMatte, type FrameMatte, type Run } from '../../video/matting/expand-matte.ts'
import type { FineMatte } from '../../video/matting/refine-matte.ts'
import type { Region } from '../../video/shrink-frame.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type EdgeLevels, levelsInArena } from './edge-levels.ts'
import type { Lift, LightMatch } from './match-light.ts'

/** Levels by which people at an edge may differ from the people beside it. */
const SPREAD = 60

/** What a frame is composed of. */
type Layers = {
  frame: Frame
  background: Frame
  matte: FineMatte
  /** The part of the frame that the matte covers; the rest is background. */
  region: Region
  levels: EdgeLevels
  light: LightMatch
}

/**
 * Puts the people of a frame before another background, into `out`. At edges, where a pixel shows both, the old
 * background's share is taken out before the new one's is put in, so that no rim of it stays around hair.
 * All frames are in the memory of kernels; needs an open arena.
 */
export function composite(
  { frame, background, matte, region, levels, light }: Layers,
  out: Frame,
): void {
  copyBytes(out.planes, background.planes)
  withArena(() => {
    const whole = expandMatte(frame, matte, region)
    const beside = levelsInArena(levels)
    const [from, to] = [planesOf(frame), planesOf(out)]
    for (const channel of ['y', 'u', 'v'] as const) {
      const [isLuma, lift] = [channel === 'y', light[channel === 'y' ? 'luma' : channel]]
      const plane = { from: addressOf(from[channel]), to: addressOf(to[channel]) }
      putPeople(plane, frame.width, whole, beside(channel), isLuma ? 1 : 2, lift)
    }
  })
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
        compositeRows(
          ...([to + at, from + at, stride, alphas + left, alphaStride] as const),
          ...([old(cells) + squares, own(cells) + squares, SPREAD, shift, bend] as const),
          ...([Math.ceil((right - left) / (8 * step)), rows] as const),
        )
      } else {
        const count = Math.ceil((right - left) / step)
        lightRows(to + at, from + at, stride, shift, bend, count, rows)
      }
    }
  }
}
