import { takeFrame } from '../../video/frame-pool.ts'
import type { Side } from '../../video/matting/estimate-sides.ts'
import { BACKGROUND, type FrameMatte, PERSON } from '../../video/matting/expand-matte.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import type { LightMatch } from './match-light.ts'

/** Levels by which people at an edge may differ from the people beside it. */
const SPREAD = 60

/** What a frame is composed of. */
type Layers = {
  frame: Frame
  background: Frame
  matte: FrameMatte
  sides: { background: Side; people: Side }
  light: LightMatch
}

/**
 * Puts the people of a frame before another background. At edges, where a pixel shows both, the old background's share
 * is taken out before the new one's is put in, so that no rim of it stays around hair.
 */
export function composite(layers: Layers): Frame {
  const { frame, background, matte, sides, light } = layers
  const out = takeFrame(frame.width, frame.height, frame.pts)
  const [from, behind, to] = [planesOf(frame), planesOf(background), planesOf(out)]
  const { width } = frame
  const luma: Grid = { stride: width, step: 1, matte }
  const chroma: Grid = { stride: width / 2, step: 2, matte }
  mix(from.y, behind.y, to.y, luma, sides.background.y, sides, sides.people.y, light.luma)
  mix(from.u, behind.u, to.u, chroma, sides.background.u, sides, sides.people.u, light.u)
  mix(from.v, behind.v, to.v, chroma, sides.background.v, sides, sides.people.v, light.v)
  return out
}

type Grid = { stride: number; step: 1 | 2; matte: FrameMatte }

function mix(
  from: Uint8Array,
  behind: Uint8Array,
  to: Uint8Array,
  { stride, step, matte }: Grid,
  old: Float32Array,
  { background, people }: Layers['sides'],
  own: Float32Array,
  table: Uint8Array,
): void {
  const { alpha, kinds, columns, rows, region } = matte
  const [width, height] = [region.width / step, region.height / step]
  const origin = (region.top / step) * stride + region.left / step
  const alphaOrigin = region.top * stride * step + region.left
  to.set(behind)
  const lefts = Int32Array.from({ length: columns + 1 }, (_, at) =>
    Math.floor((at * width) / columns),
  )
  for (let row = 0; row < rows; row++) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.floor(((row + 1) * height) / rows)
    for (let column = 0; column < columns; column++) {
      const kind = kinds[row * columns + column]!
      if (kind === BACKGROUND) continue
      const left = lefts[column]!
      if (kind === PERSON) {
        while (column + 1 < columns && kinds[row * columns + column + 1] === PERSON) column++
      }
      const right = lefts[column + 1]!
      if (kind === PERSON) {
        for (let y = top; y < bottom; y++) {
          const end = origin + y * stride + right
          for (let at = origin + y * stride + left; at < end; at++) to[at] = table[from[at]!]!
        }
        continue
      }
      const square = (row >> 1) * (columns >> 1) + (column >> 1)
      const knowsOld = background.known[square]! > 0.01
      const oldLevel = old[square]!
      const knowsOwn = people.known[square]! > 0.01
      const floor = knowsOwn ? Math.max(16, own[square]! - SPREAD) : 16
      const ceiling = knowsOwn ? Math.min(240, own[square]! + SPREAD) : 240
      for (let y = top; y < bottom; y++) {
        const line = origin + y * stride
        const shares = alphaOrigin + y * step * stride * step
        for (let x = left; x < right; x++) {
          const share = SHARES[alpha[shares + x * step]!]!
          if (share === 0) continue
          const at = line + x
          const level = from[at]!
          if (share === 1) {
            to[at] = table[level]!
            continue
          }
          // The people's colour times their share, as far as it is like that of the people beside it.
          let person = level - (1 - share) * (knowsOld ? oldLevel : level)
          const least = share * floor
          const most = share * ceiling
          person = person < least ? least : person > most ? most : person
          to[at] = person + (1 - share) * behind[at]! + share * (table[level]! - level) + 0.5
        }
      }
    }
  }
}

/** Alphas of 0–255 as shares. */
const SHARES = Float32Array.from({ length: 256 }, (_, alpha) => alpha / 255)
