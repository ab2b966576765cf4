import { KNOWN, type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import { type Links, newLinks, startCoarsely } from './start-coarsely.ts'
import { BLEND_GRADIENTS_OVER_RELAXATION, BLEND_GRADIENTS_SWEEPS, SEAM } from './tuning.ts'

/** What is taken for a seam; `SEAM` of the tuning says what each of them means. */
export type SeamLimits = {
  step: number
  rim: number
  hue: number
  tinge: number
  most: number
  fades: number
}

/** The linear system of the blending: one unknown, three channels, for each target pixel inside the level's border. */
type System = {
  /** Pixel index of each unknown. */
  pixels: Int32Array
  /** The unknowns of its four neighbours, or -1 where a neighbour is known or plays no part. */
  neighbours: Int32Array
  /** Sum of the gradient errors towards its neighbours, three channels. */
  errors: Float32Array
  /** The diagonal: count of neighbours plus the screening term. */
  diagonal: Float32Array
}

/**
 * Gradient-domain blending (Pérez et al. 2003, "Poisson image editing"): removes faint steps from the fill, where
 * patches copied from lighter and darker parts meet each other or the known pixels. The gradients of the result follow
 * those at the places the pixels were copied from; steps stronger than a seam stay. A screening term lets the
 * correction decay with distance (screened Poisson equation). Solved by successive over-relaxation with alternating
 * sweeps. Changes the level's colours in place.
 * @param thickness of the rim, in pixels of this level
 * @param limits of a fill from far away, which is solved for coarse to fine; @default those of a rim
 */
export function blendGradients(
  level: Level,
  m: Matches,
  thickness: number,
  limits?: SeamLimits,
): void {
  const { rgb } = level
  const { most, fades } = limits ?? SEAM
  const { links, ...system } = buildSystem(level, m, 1 / (fades * thickness) ** 2, limits)
  const { pixels } = system
  const correction = links ? startCoarsely(links) : new Float32Array(3 * pixels.length)
  for (let sweep = 0; sweep < BLEND_GRADIENTS_SWEEPS; sweep++)
    relax(system, correction, sweep % 2 === 1)
  if (limits) {
    for (let at = 0; at < correction.length; at += 3) limitHue(correction, at, limits.tinge)
  }
  for (let n = 0; n < pixels.length; n++) {
    for (let c = 0; c < 3; c++) {
      const i = 3 * pixels[n]! + c
      rgb[i] = rgb[i]! + Math.max(-most, Math.min(most, correction[3 * n + c]!))
    }
  }
}

/** Limits by how much a correction changes a channel more or less than the mean of all. */
function limitHue(correction: Float32Array, at: number, most: number): void {
  const light = (correction[at]! + correction[at + 1]! + correction[at + 2]!) / 3
  for (let i = at; i < at + 3; i++) {
    correction[i] = light + Math.max(-most, Math.min(most, correction[i]! - light))
  }
}

/** One sweep of over-relaxation over all unknowns, from the first to the last or backward. */
function relax(
  { neighbours, errors, diagonal }: System,
  correction: Float32Array,
  backward: boolean,
): void {
  const count = diagonal.length
  for (let s = 0; s < count; s++) {
    const n = backward ? count - 1 - s : s
    let r = errors[3 * n]!
    let g = errors[3 * n + 1]!
    let b = errors[3 * n + 2]!
    for (let side = 4 * n; side < 4 * n + 4; side++) {
      const k = 3 * neighbours[side]!
      if (k < 0) continue
      r += correction[k]!
      g += correction[k + 1]!
      b += correction[k + 2]!
    }
    const w = diagonal[n]!
    const at = 3 * n
    correction[at] = correction[at]! + BLEND_GRADIENTS_OVER_RELAXATION * (r / w - correction[at]!)
    correction[at + 1] =
      correction[at + 1]! + BLEND_GRADIENTS_OVER_RELAXATION * (g / w - correction[at + 1]!)
    correction[at + 2] =
      correction[at + 2]! + BLEND_GRADIENTS_OVER_RELAXATION * (b / w - correction[at + 2]!)
  }
}

/** Builds the system of all target pixels that are not on the level's border. */
function buildSystem(
  level: Level,
  m: Matches,
  screening: number,
  limits: SeamLimits | undefined,
): System & { links: Links | undefined } {
  const { width, height, state } = level
  const list: number[] = []
  for (let k = 0; k < m.pixels.length; k++) {
    const i = m.pixels[k]!
    const x = i % width
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) continue
    if (state[i] === TARGET) list.push(i)
  }
  const pixels = Int32Array.from(list)
  const unknownOf = new Int32Array(width * height).fill(-1)
  for (let n = 0; n < pixels.length; n++) unknownOf[pixels[n]!] = n
  const neighbours = new Int32Array(4 * pixels.length).fill(-1)
  const errors = new Float32Array(3 * pixels.length)
  const diagonal = new Float32Array(pixels.length)
  const error = new Float32Array(3)
  const links = limits && newLinks(width, height, pixels)
  for (let n = 0; n < pixels.length; n++) {
    const i = pixels[n]!
    let count = 0
    for (let side = 0; side < 4; side++) {
      const by = side === 0 ? -width : side === 1 ? -1 : side === 2 ? 1 : width
      const k = i + by
      const isKnown = state[k] === KNOWN
      if (!isKnown && unknownOf[k]! < 0) continue
      const isSeam = gradientError(level, m, i, by, limits ?? SEAM, error)
      if (isKnown && !isSeam) continue
      count++
      if (links) addLink(links, n, isKnown ? 0 : by, isSeam ? error : undefined)
      if (!isKnown) neighbours[4 * n + side] = unknownOf[k]!
      if (isSeam) for (let c = 0; c < 3; c++) errors[3 * n + c] = errors[3 * n + c]! + error[c]!
    }
    diagonal[n] = count + screening
    if (links) links.own[4 * n + 3] = links.own[4 * n + 3]! + screening
  }
  return { pixels, neighbours, errors, diagonal, links }
}

/** Adds to the links of an unknown the one to its neighbour so far on, 0 for one that is known; each is added once. */
function addLink(
  { across, down, own, width }: Links,
  n: number,
  by: number,
  error: Float32Array | undefined,
): void {
  const sum = by === 0 ? own : by === 1 ? across : by === width ? down : undefined
  if (!sum) return
  for (let c = 0; error && c < 3; c++) sum[4 * n + c] = sum[4 * n + c]! + error[c]!
  sum[4 * n + 3] = sum[4 * n + 3]! + 1
}

/**
 * Writes into `error` by how much pixel i would have to change, in levels, to differ from its neighbour i + by as the
 * two pixels differ that they were copied from. False where i has no match, or the error is too large for a seam.
 */
function gradientError(
  { rgb, state }: Level,
  m: Matches,
  i: number,
  by: number,
  limits: SeamLimits,
  error: Float32Array,
): boolean {
  const own = m.match[m.slot[i]!]!
  const k = i + by
  const slot = m.slot[k]!
  const other = slot < 0 ? -1 : m.match[slot]!
  if (own < 0) return false
  const most = state[k] === KNOWN ? limits.rim : limits.step
  for (let c = 0; c < 3; c++) {
    let copied = rgb[3 * own + c]! - rgb[3 * (own + by) + c]!
    if (other >= 0) copied = (copied + rgb[3 * (other - by) + c]! - rgb[3 * other + c]!) / 2
    error[c] = copied - (rgb[3 * i + c]! - rgb[3 * k + c]!)
    if (Math.abs(error[c]!) > most) return false
  }
  const light = (error[0]! + error[1]! + error[2]!) / 3
  for (let c = 0; c < 3; c++) if (Math.abs(error[c]! - light) > limits.hue) return false
  return true
}
