import { type Box, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { CutMask } from './cut-mask.ts'
import { BEFORE_END, SOFT_HOLE } from './tuning.ts'

/**
 * How much of each pixel of a part of a frame is filled, 0–1: the hole with a soft edge that lies outside it.
 * @param box the part
 * @param small the size of the copies that the hole is marked on
 * @param out zeros, which are written to
 */
export function softenHole(
  hole: CutMask,
  box: Box,
  small: Size,
  frame: Size,
  out: Float32Array,
): Float32Array {
  const soft = softened(hole)
  const scale = small.width / frame.width
  const lefts = new Int32Array(box.width)
  const shares = new Float32Array(box.width)
  for (let x = 0; x < box.width; x++) {
    const u = within((box.left + x + 0.5) * scale - 0.5 - soft.left, soft.width)
    lefts[x] = Math.floor(u)
    shares[x] = u - lefts[x]!
  }
  const between = new Float32Array(soft.width)
  for (let y = 0, n = 0; y < box.height; y++) {
    const v = within((box.top + y + 0.5) * scale - 0.5 - soft.top, soft.height)
    const upper = Math.floor(v) * soft.width
    for (let x = 0; x < soft.width; x++) {
      const top = soft.data[upper + x]!
      between[x] = top + (soft.data[upper + soft.width + x]! - top) * (v - Math.floor(v))
    }
    for (let x = 0; x < box.width; x++, n++) {
      const left = between[lefts[x]!]!
      const share = left + (between[lefts[x]! + 1]! - left) * shares[x]!
      const { from, full } = SOFT_HOLE
      if (share > from) out[n] = share < full ? smoothstep(from, full, share) : 1
    }
  }
  return out
}

/** A place between the first and the last pixel of a side. */
function within(at: number, side: number): number {
  return Math.min(side - BEFORE_END, Math.max(0, at))
}

/** 1 in a hole, and beside it its mean over three by three pixels; nothing at the border of the plane. */
function softened(hole: CutMask): Box & { data: Float32Array } {
  const { left, top, width, height } = growBox(hole, 2)
  const inHole = new Uint8Array(width * height)
  for (let y = 0; y < hole.height; y++) {
    for (let x = 0; x < hole.width; x++) {
      if (hole.data[y * hole.width + x]! > 0) inHole[(y + 2) * width + x + 2] = 1
    }
  }
  const soft = new Float32Array(inHole.length)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, n = y * width + 1; x < width - 1; x++, n++) {
      if (inHole[n]) {
        soft[n] = 1
        continue
      }
      let sum = 0
      for (let at = n - width - 1; at <= n + width + 1; at += width) {
        sum += inHole[at]! + inHole[at + 1]! + inHole[at + 2]!
      }
      soft[n] = sum / 9
    }
  }
  return { left, top, width, height, data: soft }
}
