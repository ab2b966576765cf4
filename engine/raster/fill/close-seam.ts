import { type Level, WANTED } from './level.ts'
import type { Matches } from './match.ts'
import { proposed } from './vote.ts'

/**
 * Leads the fill over to what is known beside it: by how much the patches would have got the known rim wrong is taken
 * back there, and ever less further in; `reach` pixels in half of it is left.
 */
export function closeSeam(level: Level, m: Matches, reach: number): void {
  const { width, height, rgb, state } = level
  const off = new Float32Array(rgb.length)
  const done = new Uint8Array(state.length)
  const around = (i: number): number[] => {
    const x = i % width
    const near = [i - width, i + width].filter((k) => k >= 0 && k < width * height)
    if (x > 0) near.push(i - 1)
    if (x < width - 1) near.push(i + 1)
    return near
  }
  let ring: number[] = []
  const rim = new Set<number>()
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== WANTED) continue
    const known = around(i).filter((k) => level.trust[k] === 1)
    if (known.length > 0) ring.push(i)
    for (const k of known) rim.add(k)
  }
  for (const i of rim) {
    const would = proposed(level, m, i)
    if (!would) continue
    for (let c = 0; c < 3; c++) off[3 * i + c] = rgb[3 * i + c]! - would[c]!
    done[i] = 1
  }
  const queued = new Uint8Array(state.length)
  for (const i of ring) queued[i] = 1
  const waning = 0.5 ** (1 / Math.max(1, reach))
  while (ring.length > 0) {
    for (const i of ring) takeOver(off, i, neighbours(i, width, height), done, waning)
    const next: number[] = []
    for (const i of ring) {
      done[i] = 1
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = rgb[3 * i + c]! + off[3 * i + c]!
      for (const k of around(i)) {
        if (state[k] !== WANTED || queued[k]) continue
        queued[k] = 1
        next.push(k)
      }
    }
    ring = next
  }
}

function takeOver(
  off: Float32Array,
  i: number,
  near: readonly number[],
  done: Uint8Array,
  waning: number,
): void {
  const known = near.filter((k) => done[k])
  for (let c = 0; c < 3 && known.length > 0; c++) {
    let sum = 0
    for (const k of known) sum += off[3 * k + c]!
    off[3 * i + c] = (waning * sum) / known.length
  }
}

/** The pixels of the 5 x 5 around one: an average over so many keeps single pixels from drawing streaks. */
function neighbours(i: number, width: number, height: number): number[] {
  const x = i % width
  const y = (i - x) / width
  const near: number[] = []
  for (let yy = Math.max(0, y - 2); yy <= Math.min(height - 1, y + 2); yy++) {
    for (let xx = Math.max(0, x - 2); xx <= Math.min(width - 1, x + 2); xx++) {
      near.push(yy * width + xx)
    }
  }
  return near
}
