import { findMatteNet, matteByModel } from '../../vision/user-models/matte-by-model.ts'
import type { Nets, Vision } from '../../vision/vision.ts'
import type { FramePool } from '../frame-pool.ts'
import { estimateMotion, type Motion } from '../motion/estimate-motion.ts'
import { followMotion } from '../motion/follow-motion.ts'
import { pictureFromFrame } from '../picture-from-frame.ts'
import {
  type Region,
  type SmallFrame,
  shrinkColours,
  shrinkFrame,
  shrinkLuma,
} from '../shrink-frame.ts'
import {
  MATTE_BUSY_INTERVAL,
  MATTE_BUSY_SHARE,
  MATTE_CUT_SHARE,
  MATTE_INTERVAL,
  MATTE_LIMBS_SHARE,
  MATTE_OVERVIEW_INTERVAL,
  MATTE_UNEXPLAINED,
  MATTE_UNEXPLAINED_SHARE,
} from '../tuning.ts'
import type { Frame } from '../video-info.ts'
import { type LumaWeights, toRgbFactors } from '../yuv-matrix.ts'
import { type BackgroundMemory, backgroundMemory } from './background-memory.ts'
import { heedPoses } from './heed-poses.ts'
import {
  chooseRegion,
  fullFrame,
  gridOf,
  isWhole,
  moveToRegion,
  touchesEdge,
} from './matte-region.ts'
import { mergeMattes } from './merge-mattes.ts'
import { peopleMotion } from './people-motion.ts'
import type { PoseNets } from './pose-in-frame.ts'
import { trackPoses } from './pose-track.ts'

/** People in one frame, on a grid over the part of it where they are. */
export type RoughMatte = {
  region: Region
  /** The frame on the grid; its colours are of the last frame that was looked at. */
  small: SmallFrame
  isLookedAt: boolean
  /** How far what was found contradicts what was carried along from before, as a share of the people, 0–1. */
  doubt: number
  /** The share of each cell that is person, 0–1. */
  alpha: Float32Array
}

/** Gives the matte of each frame of a video in turn, which is overwritten when the next one is made. */
export type MatteTrack = (frame: Frame) => Promise<RoughMatte>

type State = {
  lookedAt: number
  overviewAt: number
  /** The matte of the frame that was looked at last. */
  rough: RoughMatte
  /** From the frame before to that one; undefined where they are the same. */
  motion?: Motion | undefined
}

/** What is used again for each frame whose grid has as many cells. */
type Kept = {
  /** Those of the frame that was looked at last, and where the others' are written. */
  lumas: Uint8Array<ArrayBuffer>[]
  alphas: Float32Array[]
  poses: Float32Array[]
  memory: BackgroundMemory
}

/**
 * Follows people through a video. The network looks at some frames, at the part where the people are; between them, and
 * where it hesitates, the matte before is carried along by the motion of the picture. What is still stays still, and
 * what moves is not averaged with where it was, so that limbs do not lag.
 * @param pool of the memory of kernels; the track needs it until it is closed
 */
export function trackMattes(
  vision: Pick<Nets, 'selfie' | 'wideSelfie'> & PoseNets & Pick<Vision, 'userNets'>,
  weights: LumaWeights,
  timescale: number,
  pool: FramePool,
): MatteTrack {
  let state: State | undefined
  const kept = new Map<number, Kept>()
  let input = new Float32Array(0)
  const own = findMatteNet(vision.userNets, 'people')
  const look = async (small: SmallFrame, frame: Frame, region: Region): Promise<Float32Array> => {
    if (own) {
      const { width, height } = small
      const step = { x: region.width / width, y: region.height / height }
      const picture = pictureFromFrame(frame, weights)
      return await matteByModel(own, picture, { area: region, width, height, step })
    }
    const net = small.width > small.height ? vision.wideSelfie : vision.selfie
    const length = 3 * small.y.length
    if (input.length !== length) input = new Float32Array(length)
    toInput(small, weights, input)
    const [found] = await net.run(input)
    return found!
  }
  const poses = trackPoses(vision, weights, timescale)
  const overview = async (frame: Frame) => {
    const region = fullFrame(frame)
    const small = shrinkFrame(frame, ...gridOf(region), region)
    return { region, small, alpha: await look(small, frame, region) }
  }
  /** What was found in the frame that was looked at last, on the same grid where it is in this one. */
  const carry = ({ rough, motion: last }: State, frame: Frame) => {
    const { region, small } = rough
    const { width, height } = small
    const { lumas, alphas } = keptFor(kept, width * height, pool)
    const y = shrinkLuma(frame, width, height, region, lumas[1])
    const motion = estimateMotion({ width, height, y }, small, last, true)
    const alpha = followMotion(rough.alpha, small, motion, alphas[1])
    return { region, small: { ...small, y }, alpha, motion }
  }
  /**
   * @param at which part is looked at: the region of the frame before, one that is chosen for people who reach its
   * edge, or the whole frame where they reach the edge of that as well
   */
  const follow = async (frame: Frame, at: 'known' | 'chosen' | 'whole'): Promise<RoughMatte> => {
    const seconds = frame.pts / timescale
    let carried = state && carry(state, frame)
    if (carried && unexplainedShare(carried.motion) > MATTE_CUT_SHARE) {
      ;[state, carried] = [undefined, undefined]
      for (const { memory } of kept.values()) memory.forget()
      poses.forget()
    }
    const isReached = at === 'known' && carried !== undefined && touchesEdge(carried, frame)
    if (isReached) return await follow(frame, 'chosen')
    const isOverview =
      !state || at !== 'known' || seconds - state.overviewAt > MATTE_OVERVIEW_INTERVAL
    const whole = isOverview ? await overview(frame) : undefined
    const known = at === 'known' ? state?.rough : undefined
    const chosen = whole ? chooseRegion(frame, whole, known) : state!.rough.region
    const region = at === 'whole' ? fullFrame(frame) : chosen
    // What was found in the whole frame needs no second look at all of it.
    const seen = whole && isWhole(region, frame) ? whole : undefined
    const before = carried && moveToRegion(carried, frame, region)
    const isMoved = before !== carried
    const overviewAt = isOverview ? seconds : state!.overviewAt
    if (state && carried && !isMoved && !seen) {
      const { motion } = carried
      if (seconds - state.lookedAt <= intervalAfter(motion)) {
        state = { ...state, overviewAt, motion }
        return { ...carried, isLookedAt: false, doubt: 0 }
      }
    }
    const [width, height] = gridOf(region)
    const small = seen?.small ?? {
      width,
      height,
      y: before?.small.y ?? shrinkLuma(frame, width, height, region),
      ...shrinkColours(frame, width, height, region),
    }
    const found = seen ? seen.alpha : await look(small, frame, region)
    if (at !== 'whole' && touchesEdge({ region, small, alpha: found }, frame)) {
      return await follow(frame, at === 'known' ? 'chosen' : 'whole')
    }
    const { lumas, alphas, memory, ...places } = keptFor(kept, width * height, pool)
    if (isMoved) memory.forget()
    const along =
      state && carried && !isMoved
        ? peopleMotion(carried.motion, small, state.rough.alpha)
        : undefined
    poses.follow(small, along, places.poses[1]!)
    const motion = isMoved ? estimateMotion(small, small) : carried?.motion
    const posed = await poses.see(frame, region, small, !motion || areLimbsBusy(motion))
    const heeded = posed && heedPoses(found, posed, width)
    const alpha = heeded?.alpha ?? found
    const doubt = before ? doubtOf(before.alpha, alpha) : 0
    if (before && motion) mergeMattes(before.alpha, alpha, small, motion, memory)
    const own = before?.alpha ?? alpha
    if (heeded) keepBelow(own, heeded.limit)
    memory.see(small, own, motion)
    for (const two of [lumas, alphas, places.poses]) two.reverse()
    const rough = { region, small, isLookedAt: true, doubt, alpha: own }
    state = { lookedAt: seconds, overviewAt, rough }
    return rough
  }
  return async (frame) => await follow(frame, 'known')
}

function keptFor(kept: Map<number, Kept>, cells: number, pool: FramePool): Kept {
  const known = kept.get(cells)
  if (known) return known
  const plane = (): Float32Array => {
    const { buffer, byteOffset } = pool.take(4 * cells)
    return new Float32Array(buffer, byteOffset, cells)
  }
  const made: Kept = {
    lumas: [pool.take(cells), pool.take(cells)],
    alphas: [plane(), plane()],
    poses: [plane(), plane()],
    memory: backgroundMemory(cells, pool),
  }
  kept.set(cells, made)
  return made
}

/** What two mattes of the same people do not have in common, as a share of what either has. */
function doubtOf(carried: Float32Array, found: Float32Array): number {
  let [either, apart] = [0, 0]
  for (let at = 0; at < found.length; at++) {
    const [before, own] = [carried[at]! > 0.5, found[at]! > 0.5]
    if (before || own) either++
    if (before !== own) apart++
  }
  return either === 0 ? 0 : apart / either
}

function keepBelow(plane: Float32Array, limit: Float32Array): void {
  for (let at = 0; at < plane.length; at++) if (plane[at]! > limit[at]!) plane[at] = limit[at]!
}

/** Seconds after which people are looked for again, by how much has changed that did not move. */
function intervalAfter(motion: Motion): number {
  if (unexplainedShare(motion) > MATTE_UNEXPLAINED_SHARE) return 0
  return isBusy(motion) ? MATTE_BUSY_INTERVAL : MATTE_INTERVAL
}

function isBusy(motion: Motion): boolean {
  return unexplainedShare(motion) > MATTE_BUSY_SHARE
}

function areLimbsBusy(motion: Motion): boolean {
  return unexplainedShare(motion) > MATTE_LIMBS_SHARE
}

function unexplainedShare({ difference }: Motion): number {
  let count = 0
  for (const levels of difference) if (levels > MATTE_UNEXPLAINED) count++
  return count / difference.length
}

/** RGB in 0–1, row by row. */
function toInput({ y, u, v }: SmallFrame, weights: LumaWeights, input: Float32Array): void {
  const { luma, redFromV, blueFromU, greenFromU, greenFromV } = toRgbFactors(weights)
  for (let at = 0, to = 0; at < y.length; at++, to += 3) {
    const light = (y[at]! - 16) * luma
    const cb = u[at]! - 128
    const cr = v[at]! - 128
    input[to] = unit(light + redFromV * cr)
    input[to + 1] = unit(light + greenFromU * cb + greenFromV * cr)
    input[to + 2] = unit(light + blueFromU * cb)
  }
}

function unit(level: number): number {
  return Math.min(1, Math.max(0, level / 255))
}
