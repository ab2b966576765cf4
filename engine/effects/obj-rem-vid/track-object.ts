import { Fault } from '../../../catalog/failures/fault.ts'
import { quantileOr } from '../../geometry/quantile.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { alignFrames, misalignmentOf } from '../../video/motion/align-frames.ts'
import { estimateCamera } from '../../video/motion/estimate-camera.ts'
import { applyTo, type Homography, IDENTITY, invert } from '../../video/motion/homography.ts'
import { lumaPyramid, pickPoints } from '../../video/motion/track-points.ts'
import { shrinkFrame } from '../../video/shrink-frame.ts'
import type { Frame } from '../../video/video-info.ts'
import { type BackgroundMemory, rememberBackground } from './background-memory.ts'
import { type ColourHistogram, histogramOf, likelier, mixed } from './colour-histogram.ts'
import { type CutMask, cutMask } from './cut-mask.ts'
import { dropTrail } from './drop-trail.ts'
import { findAgain } from './find-again.ts'
import { followObject, type Sighting, type TrackedFrame } from './follow-object.ts'
import { type Looks, looksOf } from './object-likeness.ts'
import { type Emerged, Silhouette } from './silhouette.ts'
import {
  COLOUR_RATE,
  EMERGED_ENOUGH,
  LEAST_SUPPORT,
  MOST_MISSED,
  OBJECT_AGREED,
  OBJECT_ALIGNED,
  OBJECT_CUT,
  OBJECT_GONE,
  OBJECT_LEAST_AGREED,
  OBJECT_MARGIN,
  OBJECT_SEEN,
  OBJECT_WHOLE,
  PARTS_LOST,
  TRAIL_REACH,
} from './tuning.ts'

/** Where an object is throughout a video, and how the camera moves. */
export type Track = {
  /** The object in each frame; undefined where it is not seen. */
  masks: (CutMask | undefined)[]
  /** The camera's motion from each frame to the next; undefined at a cut. */
  cameras: (Homography | undefined)[]
  /** Frames in which it was not found, or only a part of it, though it had not left the picture; in order. */
  lost: number[]
  /** The first and the last frame of the shot that it was followed through. */
  shot: { first: number; last: number }
}

/** How a sweep lost the object. */
type Loss = { at: number; slipped: boolean }

/**
 * Follows what a mask marks in one frame forward and backward through all frames.
 * @param frames small copies
 * @param first the frame of the mask
 * @param mask 0–1
 * @param rest is awaited after each frame
 * @throws Fault `target` where it slips away
 */
export async function trackObject(
  frames: readonly Frame[],
  first: number,
  mask: Float32Array,
  rest: () => Promise<void>,
): Promise<Track> {
  const track: Track = {
    masks: new Array(frames.length).fill(undefined),
    cameras: new Array(Math.max(0, frames.length - 1)).fill(undefined),
    lost: [],
    shot: { first: 0, last: frames.length - 1 },
  }
  const start = trackedFrameOf(frames[first]!)
  const looks = looksOf(start.small, mask)
  if (!looks) {
    throw new Fault('parameter', 'The mask marks too little to be followed.', { role: 'msk' })
  }
  track.masks[first] = cutMask(mask, start.small)
  const hasTrail = dropTrail(mask.slice(), start.small, trailReach(looks))
  for (const step of [1, -1] as const) {
    const sweep = new Sweep(frames, track, looks, mask, step, hasTrail)
    await sweep.run(first, mask, rest)
    const missed = sweep.missed()
    if (missed > 0 && (missed > MOST_MISSED * frames.length || sweep.followed === 0)) {
      throw new Fault(
        'target',
        `What the mask marks cannot be followed beyond frame ${sweep.loss?.at} of the video.`,
      )
    }
    for (let nth = 1; nth <= missed; nth++) track.lost.push(sweep.loss!.at + nth * step)
  }
  track.lost.push(...gapsOf(track.masks))
  track.lost.sort((a, b) => a - b)
  return track
}

/** How far beyond its body an object may reach, in pixels. */
function trailReach({ area }: Looks): number {
  return Math.round(Math.max(TRAIL_REACH.least, TRAIL_REACH.share * Math.sqrt(area)))
}

/** The frames without a mask that lie between others with one. */
function gapsOf(masks: Track['masks']): number[] {
  const [first, last] = [masks.findIndex(Boolean), masks.findLastIndex(Boolean)]
  return [...masks.keys()].filter((at) => at > first && at < last && !masks[at])
}

function trackedFrameOf(frame: Frame): TrackedFrame {
  const small = shrinkFrame(frame, frame.width, frame.height)
  return { small, pyramid: lumaPyramid(small) }
}

/** One way through the frames. */
class Sweep {
  followed = 0
  loss: Loss | undefined
  private readonly frames: readonly Frame[]
  private readonly track: Track
  private readonly looks: Looks
  private readonly step: 1 | -1
  private readonly background: BackgroundMemory
  private colours: ColourHistogram
  private wholeArea: number
  private readonly hasTrail: boolean
  private readonly silhouette: Silhouette
  private missing = 0

  /** @param hasTrail whether the mask of the first frame reaches far from the object's body itself */
  constructor(
    frames: readonly Frame[],
    track: Track,
    looks: Looks,
    mask: Float32Array,
    step: 1 | -1,
    hasTrail: boolean,
  ) {
    const { width, height } = frames[0]!
    this.silhouette = new Silhouette(mask, { width, height })
    this.frames = frames
    this.track = track
    this.looks = looks
    this.step = step
    this.background = rememberBackground(width, height)
    this.colours = looks.colours
    this.wholeArea = looks.area
    this.hasTrail = hasTrail
  }

  /** Frames in which an object that slipped away was not found again. */
  missed(): number {
    return this.loss?.slipped ? this.missing : 0
  }

  async run(first: number, mask: Float32Array, rest: () => Promise<void>): Promise<void> {
    let before = trackedFrameOf(this.frames[first]!)
    let object: Sighting | undefined = { alpha: mask, support: 1 }
    this.remember(before, object)
    for (let at = first + this.step; this.frames[at]; at += this.step) {
      const now = trackedFrameOf(this.frames[at]!)
      const camera = this.cameraTo(at, before, now, object)
      if (!camera) {
        this.track.shot[this.step === 1 ? 'last' : 'first'] = at - this.step
        return
      }
      this.background.follow(camera)
      if (object) {
        object = this.followTo(at, object, before, now, camera)
      } else {
        this.silhouette.follow(undefined, camera)
        const found = findAgain(now.small, this.looks, this.background)
        if (found) await this.backFrom(at, found, rest)
        object = found ? { alpha: found, support: 1 } : this.emergedIn(now)
        if (object) {
          this.missing = 0
          this.loss = undefined
        } else this.missing++
      }
      if (object) this.track.masks[at] = cutMask(object.alpha, now.small)
      this.remember(now, object)
      before = now
      await rest()
    }
  }

  private cameraTo(
    at: number,
    before: TrackedFrame,
    now: TrackedFrame,
    object: Sighting | undefined,
  ): Homography | undefined {
    const hidden = object && nearObject(object.alpha, now)
    const map = cameraBetween(before, now, (pixel) => !hidden?.[pixel])
    if (!map) return undefined
    this.track.cameras[Math.min(at, at - this.step)] = this.step === 1 ? map : invert(map)
    return map
  }

  private followTo(
    at: number,
    object: Sighting,
    before: TrackedFrame,
    now: TrackedFrame,
    camera: Homography,
  ): Sighting | undefined {
    const followed = followObject(object, before, now, this.colours, this.background, camera)
    if (!this.hasTrail) dropTrail(followed.alpha, now.small, trailReach(this.looks))
    this.silhouette.follow(followed.alpha, camera)
    const next = withEmerged(followed, this.emerging(now, followed.alpha))
    const looks = looksOf(now.small, next.alpha)
    if (looks && isThere(next, looks, this.wholeArea)) {
      if (looks.area > OBJECT_WHOLE * this.wholeArea) {
        this.colours = mixed(this.colours, looks.colours, COLOUR_RATE)
        this.wholeArea += COLOUR_RATE * (looks.area - this.wholeArea)
      } else this.tellPart(at, next, now)
      this.followed++
      return next
    }
    const last = looksOf(before.small, object.alpha)?.area ?? 0
    const slipped = last > OBJECT_WHOLE * this.wholeArea && !touchesBorder(object.alpha, now)
    this.loss = { at: at - this.step, slipped }
    this.missing = 1
    return undefined
  }

  private emerging(now: TrackedFrame, own: Float32Array): Emerged | undefined {
    return this.silhouette.emerging(now.small, own, this.colours, this.background)
  }

  /** A lost object that comes out where it would be, had it gone on as it did. */
  private emergedIn(now: TrackedFrame): Sighting | undefined {
    const nothing = new Float32Array(now.small.y.length)
    const emerged = this.emerging(now, nothing)
    if (!emerged || emerged.area < EMERGED_ENOUGH * this.wholeArea) return undefined
    return withEmerged({ alpha: nothing, support: 0 }, emerged)
  }

  /** Follows an object that was found again back to where it came from. */
  private async backFrom(
    at: number,
    alpha: Float32Array,
    rest: () => Promise<void>,
  ): Promise<void> {
    let object: Sighting = { alpha, support: 1 }
    let after = trackedFrameOf(this.frames[at]!)
    const background = rememberBackground(after.small.width, after.small.height)
    const whole = looksOf(after.small, alpha)!
    for (let back = at - this.step; !this.track.masks[back]; back -= this.step) {
      const frame = this.frames[back]
      const camera = this.track.cameras[Math.min(back, back + this.step)]
      if (!frame || !camera) return
      const now = trackedFrameOf(frame)
      const map = this.step === 1 ? invert(camera) : camera
      const near = nearObject(object.alpha, after)
      background.see(after.small, (pixel) => !near[pixel])
      background.follow(map)
      object = followObject(object, after, now, whole.colours, background, map)
      if (!this.hasTrail) dropTrail(object.alpha, now.small, trailReach(this.looks))
      const looks = looksOf(now.small, object.alpha)
      if (!looks || !isThere(object, looks, whole.area)) return
      this.track.masks[back] = cutMask(object.alpha, now.small)
      if (looks.area <= OBJECT_WHOLE * whole.area) this.tellPart(back, object, now)
      after = now
      await rest()
    }
  }

  /**
   * Of an object that shrinks at once, the rest is behind something or has left its mask, as a cyclist does who comes
   * out from behind a tree while what was seen of him before it is followed still.
   */
  private tellPart(at: number, { alpha }: Sighting, now: TrackedFrame): void {
    if (!touchesBorder(alpha, now)) this.track.lost.push(at)
  }

  private remember(sight: TrackedFrame, object: Sighting | undefined): void {
    const { background } = this
    if (object) {
      const { small } = sight
      const hidden = nearObject(object.alpha, sight)
      const others = histogramOf(small, (pixel) => (hidden[pixel] ? 0 : 1))
      // A hand that was too fast to be followed is found again as long as nobody takes it for background.
      const isLost = (pixel: number): boolean =>
        others !== undefined &&
        background.differs(small, pixel) > PARTS_LOST.differs &&
        likelier(small, pixel, this.colours, others) > PARTS_LOST.likelier
      background.see(small, (pixel) => !(hidden[pixel] || isLost(pixel)))
    } else {
      // What is unlike the background may be the object as it comes back.
      background.see(sight.small, (pixel) => background.differs(sight.small, pixel) <= 0)
    }
  }
}

/**
 * How the camera moved: by points where most of them agree, otherwise by what makes the frames most alike. Points on
 * waves agree on nothing, or a few of them by chance. Undefined at a cut, which points tell: two shots of plain walls
 * can be laid over each other until they are alike.
 */
function cameraBetween(
  before: TrackedFrame,
  now: TrackedFrame,
  isOpen: (pixel: number) => boolean,
): Homography | undefined {
  const [from, to] = [before.pyramid, now.pyramid]
  const move = estimateCamera(from, to, pickPoints(before.small, isOpen))
  const told = move && move.agreed >= OBJECT_LEAST_AGREED ? move.map : IDENTITY
  if (differenceOf(before, now, told) > OBJECT_CUT) return undefined
  if (move && move.agreed >= OBJECT_AGREED) return told
  const off = (map: Homography): number => misalignmentOf(from, to, isOpen, map)
  const aligned = alignFrames(from, to, isOpen)
  return off(aligned) < off(told) / OBJECT_ALIGNED ? aligned : told
}

/** An object with what comes out from behind something. */
function withEmerged(object: Sighting, emerged: Emerged | undefined): Sighting {
  if (!emerged) return object
  const { alpha } = object
  let own = 0
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! > 0.5) own++
    else if (emerged.is[at]) alpha[at] = 1
  }
  const support = own * object.support + emerged.area * emerged.support
  return { ...object, support: support / (own + emerged.area) }
}

function isThere({ support }: Sighting, { area }: Looks, whole: number): boolean {
  return area > OBJECT_GONE * whole && support > LEAST_SUPPORT
}

function nearObject(alpha: Float32Array, { small }: TrackedFrame): Uint8Array {
  const isObject = new Uint8Array(alpha.length)
  for (let at = 0; at < alpha.length; at++) if (alpha[at]! > OBJECT_SEEN) isObject[at] = 1
  return growMask(isObject, small, OBJECT_MARGIN)
}

/** The median difference of a frame to the one before as the camera's motion has moved it, in levels. */
function differenceOf(before: TrackedFrame, now: TrackedFrame, map: Homography): number {
  const { width, height, y } = before.small
  const apart: number[] = []
  const to = new Float64Array(2)
  for (let at = 0; at < y.length; at += 17) {
    const x = at % width
    applyTo(map, (x + 0.5) / width, ((at - x) / width + 0.5) / width, to)
    const column = Math.floor(to[0]! * width)
    const row = Math.floor(to[1]! * width)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    apart.push(Math.abs(y[at]! - now.small.y[row * width + column]!))
  }
  return quantileOr(apart, 0.5, 255)
}

function touchesBorder(alpha: Float32Array, { small: { width, height } }: TrackedFrame): boolean {
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < 0.5) continue
    const x = at % width
    const y = (at - x) / width
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) return true
  }
  return false
}
