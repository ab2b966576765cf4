import { copyBytes, withArena } from '../raster/arena.ts'
import type { Picture } from '../raster/picture.ts'
import { blendGradients, type SeamLimits } from './blend-gradients.ts'
import { calmPoorMatches, type HolePrediction } from './calm-poor-matches.ts'
import {
  type CalmContinuation,
  calmColour,
  continueCalmly,
  continueSmoothly,
  continueTexture,
} from './continue-calmly.ts'
import { continueLines } from './continue-lines.ts'
import { correctSeam } from './correct-seam.ts'
import { findUnlike } from './find-unlike.ts'
import { halfSizeLevel, paintWithDetail } from './half-size.ts'
import {
  fullSizeLevel,
  halveLevel,
  KNOWN,
  type Level,
  OCCLUDED,
  paintTarget,
  TARGET,
} from './level.ts'
import { onionPeel } from './onion-peel.ts'
import { allocPaddedLevel, updateColours } from './patch-distance.ts'
import {
  createMatches,
  type Matches,
  newRandomState,
  openSearch,
  type RandomState,
} from './patch-match.ts'
import { voteColours } from './patch-voting.ts'
import { poorShare } from './poor-share.ts'
import { predictPattern } from './predict-pattern.ts'
import { softenPoorMatches } from './soften-poor-matches.ts'
import { textureStatistics } from './texture-statistics.ts'
import {
  BOLD_ROUNDS,
  BOLD_SEAM,
  BROAD_RIM,
  INPAINT_ROUNDS,
  INPAINT_SWEEPS,
  LARGE_RIM,
  MAX_DISTANCE,
  MAX_SEARCHED,
  MIN_HALVED_SIDE,
  ONE_TEXTURE,
  REFINE_RADIUS,
  SEAM_HALF_LIFE,
  SPARSE_STEP,
} from './tuning.ts'
import { upsampleMatches } from './upsample-matches.ts'

export type InpaintOptions = {
  /**
   * Whether the target is a hole rather than a rim: a pattern of the picture is continued into it, and where nothing
   * known fits, the fill is calm. @default false
   */
  hole?: boolean
  /**
   * Whether a hole shows copies also where they match poorly, from anywhere in the picture, and only a smooth ground is
   * calm. For what is large and looked at: a wrong copy is seen less there than a blur. @default false
   */
  bold?: boolean
  /** What copying from another row costs, see {@link Matches.distanceCost}. @default the same in every direction */
  distanceCost?: Matches['distanceCost']
  /** As many bytes as the picture has, which the result is written to. @default new ones */
  room?: Uint8ClampedArray
}

/**
 * Inpaints the background behind the rim of a foreground from the background beside it. The same input gives the same
 * result, byte for byte.
 *
 * Exemplar-based and coarse to fine: straight lines are continued first, an onion peel predicts the rest, then each
 * pyramid level alternates PatchMatch (Barnes et al. 2009) with patch voting (Wexler et al. 2007). On the finest level
 * poor matches are softened, the seam is corrected and faint steps are removed by gradient-domain blending (Pérez et
 * al. 2003).
 * @param occluded 1 for each pixel that is not background, 0 elsewhere; nothing is copied from there
 * @param target 1 for each pixel to fill, 0 elsewhere
 * @param thickness of the rim to fill, in pixels
 * @returns a new picture that differs from `picture` in target pixels only, which are opaque
 */
export function inpaint(
  picture: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  thickness: number,
  options: InpaintOptions = {},
): Picture {
  return inpaintJudged(picture, occluded, target, thickness, options).picture
}

/** A fill, and which share of it is made of patches that do not fit together, 0–1. */
export type Inpainted = {
  picture: Picture
  poor: number
  /** 1 for each pixel of a hole that a straight line was continued over; of a rim it is not told. */
  lines: Uint8Array
}

/** {@link inpaint}, and how well what it copied fits. */
export function inpaintJudged(
  picture: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  thickness: number,
  { hole: isHole = false, bold: isBold = false, distanceCost, room }: InpaintOptions = {},
): Inpainted {
  const small = smallLevel(picture, occluded, target, thickness, isHole)
  const isLarge = small !== undefined
  const levels = [small ?? fullSizeLevel(picture, occluded, target)]
  const before = levels[0]!.state.slice()
  const stripes = continueLines(levels[0]!, isBold ? 'hole' : 'rim')
  const lines = isHole
    ? linesIn(before, levels[0]!, picture)
    : new Uint8Array(picture.width * picture.height)
  onionPeel(levels[0]!)
  const isPredictable = isHole && levels[0]!.state.includes(KNOWN)
  const hole = isPredictable ? predictHole(levels[0]!, stripes, isBold) : undefined
  const levelThickness = isLarge ? thickness / 2 : thickness
  const halvings = Math.min(6, Math.max(0, Math.ceil(Math.log2(levelThickness / 8))))
  for (let i = 0; i < halvings; i++) {
    const last = levels.at(-1)!
    if (Math.min(last.width, last.height) < MIN_HALVED_SIDE) break
    const next = halveLevel(last)
    onionPeel(next, false)
    levels.push(next)
  }
  const random = newRandomState()
  const farthest = isBold
    ? 2 * (picture.width + picture.height)
    : MAX_DISTANCE.pixels + MAX_DISTANCE.thicknesses * thickness
  const unlike = isBold ? findUnlike(levels) : undefined
  const coarsest = levels.at(-1)!
  let matches: Matches | undefined
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i]!
    const finer = createMatches(level, farthest, matches ? MAX_SEARCHED : Number.POSITIVE_INFINITY)
    if (distanceCost) finer.distanceCost = distanceCost
    if (unlike) leaveOut(unlike, coarsest, level, finer)
    if (matches) {
      const isSearched = finer.pixels.length <= MAX_SEARCHED
      upsampleMatches(finer, level, matches, levels[i + 1]!, isSearched)
    }
    solveLevel(level, finer, i, !matches, random, isBold ? BOLD_ROUNDS : 1)
    matches = finer
  }
  const [level] = levels
  const poor = matches && isHole ? poorShare(level!, matches, hole?.variance ?? 0) : 0
  if (matches) {
    if (!isBold) softenPoorMatches(level!, matches, levelThickness, hole?.variance)
    correctSeam(level!, matches, levelThickness * SEAM_HALF_LIFE)
    blendGradients(level!, matches, levelThickness, isBold && hole ? seamsIn(hole) : undefined)
    if (hole) calmPoorMatches(level!, matches, hole)
  }
  if (room) copyBytes(room, picture.data)
  const painted = isLarge
    ? paintWithDetail(picture, level!, occluded, target, matches, room)
    : paintTarget(picture, level!, target, room)
  return { picture: painted, poor, lines }
}

/** Where lines were continued, at the picture's size. */
function linesIn(before: Uint8Array, { state, width, height }: Level, to: Picture): Uint8Array {
  const lines = new Uint8Array(to.width * to.height)
  for (let y = 0, i = 0; y < to.height; y++) {
    const row = Math.min(height - 1, Math.floor((y * height) / to.height)) * width
    for (let x = 0; x < to.width; x++, i++) {
      const at = row + Math.min(width - 1, Math.floor((x * width) / to.width))
      if (before[at] === TARGET && state[at] !== TARGET) lines[i] = 1
    }
  }
  return lines
}

/**
 * The finest level of a fill at half the picture's size, where it is broad and large. A rim that straight lines lead
 * into is filled at full size, unless it is too large for that: at half the size they come out a pixel off.
 */
function smallLevel(
  picture: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  thickness: number,
  isHole: boolean,
): Level | undefined {
  if (thickness <= BROAD_RIM) return
  const count = countTarget(target)
  if (count <= (isHole ? MAX_SEARCHED : LARGE_RIM)) return
  const small = halfSizeLevel(picture, occluded, target)
  if (count > MAX_SEARCHED) return small
  const lined = { ...small, rgb: small.rgb.slice(), state: small.state.slice() }
  continueLines(lined)
  return lined.state.every((is, i) => is === small.state[i]) ? small : undefined
}

/** Copies nothing from the patches that the coarsest level leaves out. */
function leaveOut(unlike: Uint8Array, coarsest: Level, level: Level, m: Matches): void {
  const times = coarsest.scale / level.scale
  for (let y = 0, i = 0; y < level.height; y++) {
    const row = Math.min(coarsest.height - 1, Math.floor(y / times)) * coarsest.width
    for (let x = 0; x < level.width; x++, i++) {
      const at = row + Math.min(coarsest.width - 1, Math.floor(x / times))
      if (unlike[at] === 1) m.isSource[i] = 0
    }
  }
}

function countTarget(target: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < target.length; i++) sum += target[i]!
  return sum
}

/**
 * Finds the matches of a level and colours its target pixels by them.
 * @param index of the level, 0 the finest
 * @param coarsest true where `m` holds no matches from a coarser level
 * @param times so many times as many rounds as usual
 */
function solveLevel(
  level: Level,
  m: Matches,
  index: number,
  coarsest: boolean,
  random: RandomState,
  times: number,
): void {
  if (!coarsest && m.pixels.length > MAX_SEARCHED) {
    voteColours(level, m, true, SPARSE_STEP)
    return
  }
  const kind = coarsest ? 'coarsest' : 'finer'
  const radius = coarsest ? m.maxDistance : REFINE_RADIUS
  withArena(() => {
    const padded = allocPaddedLevel(level, m.pixels)
    if (!coarsest) {
      voteColours(level, m, false, 1, padded)
      updateColours(padded, level, m.pixels)
    }
    const search = openSearch(level, padded, m)
    if (!coarsest) search.updateCosts()
    const rounds = times * INPAINT_ROUNDS[kind]
    for (let round = 0; round < rounds; round++) {
      for (let sweep = 0; sweep < INPAINT_SWEEPS[kind]; sweep++)
        search.sweep(sweep % 2 === 1, random, radius)
      const last = index === 0 && round === rounds - 1
      voteColours(level, m, last, 1, padded)
      if (last) continue
      updateColours(padded, level, m.pixels)
      search.updateCosts()
    }
  })
}

/** What a seam is in a bold fill. Where a picture is out of focus, edges are as faint as seams: those of a rim. */
function seamsIn({ variance }: HolePrediction): SeamLimits | undefined {
  if (variance < BOLD_SEAM.variance.smooth) return BOLD_SEAM.smooth
  return variance < BOLD_SEAM.variance.lively ? undefined : BOLD_SEAM.lively
}

/**
 * Predicts a hole calmly, and over that by the pattern that it lies in; a bold fill, which looks everywhere for what
 * fits, by the onion peel.
 * @param stripes 1 for each pixel of a stripe that was continued into the hole
 */
function predictHole(level: Level, stripes: Uint8Array, isBold: boolean): HolePrediction {
  const statistics = textureStatistics(level)
  const { variance, spread } = statistics
  const isTexture = variance > ONE_TEXTURE * spread
  const found = { variance, isTexture, isBold }
  if (isBold) {
    const calm = isTexture ? undefined : continueSmoothly(without(stripes, level))
    return { ...found, calm, hasPattern: false }
  }
  const calm = isTexture
    ? continueTexture(level, statistics)
    : continueCalmly(without(stripes, level))
  // What lies in one texture is predicted by the onion peel, which has more of its colours.
  if (!isTexture) takeCalm(level, calm)
  return { ...found, calm, hasPattern: predictPattern(level) }
}

/** The level with some pixels occluded: what lies between stripes must not take their colour. */
function without(stripes: Uint8Array, level: Level): Level {
  return { ...level, state: level.state.map((is, i) => (stripes[i] ? OCCLUDED : is)) }
}

function takeCalm({ width, height, rgb, state }: Level, calm: CalmContinuation): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (state[i] !== TARGET) continue
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = calmColour(calm, c, x, y)
    }
  }
}
