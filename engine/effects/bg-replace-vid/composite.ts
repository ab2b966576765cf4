import type { Side } from '../../video/matting/estimate-sides.ts'
import { BACKGROUND, EDGE, type FrameMatte } from '../../video/matting/expand-matte.ts'
import { type Frame, newFrame, planesOf } from '../../video/video-info.ts'
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
  const out = newFrame(frame.width, frame.height, frame.pts)
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
  for (let row = 0; row < rows; row++) {
    const bottom = Math.floor(((row + 1) * height) / rows)
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column
      const kind = kinds[cell]!
      if (kind === BACKGROUND) continue
      const left = Math.floor((column * width) / columns)
      const right = Math.floor(((column + 1) * width) / columns)
      const knowsOld = background.known[cell]! > 0.01
      const knowsOwn = people.known[cell]! > 0.01
      for (let y = Math.floor((row * height) / rows); y < bottom; y++) {
        const base = origin + y * stride
        for (let x = left; x < right; x++) {
          const at = base + x
          if (kind !== EDGE) {
            to[at] = table[from[at]!]!
            continue
          }
          const share = alpha[alphaOrigin + y * step * stride * step + x * step]! / 255
          if (share === 0) continue
          if (share === 1) {
            to[at] = table[from[at]!]!
            continue
          }
          const other = knowsOld ? old[cell]! : from[at]!
          // The people's colour times their share, as far as it is like that of the people beside it.
          let person = from[at]! - (1 - share) * other
          const least = share * (knowsOwn ? Math.max(16, own[cell]! - SPREAD) : 16)
          const most = share * (knowsOwn ? Math.min(240, own[cell]! + SPREAD) : 240)
          person = person < least ? least : person > most ? most : person
          const level = person + (1 - share) * behind[at]!
          to[at] = Math.round(level + share * (table[from[at]!]! - from[at]!))
        }
      }
    }
  }
}
