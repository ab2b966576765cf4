import { Fault } from '../../../catalog/failures/fault.ts'
import type { VideoExtent } from '../../../catalog/limits/video-shares.ts'
import type { Size } from '../../geometry/size.ts'
import type { EffectTask } from '../../performers/performer.ts'
import type { Mask } from '../../raster/picture.ts'
import { releaseFrame } from '../../video/frame-pool.ts'
import type { FrameRange, OpenedVideo } from '../../video/open-video.ts'
import type { Frame } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'
import { collectPlates, type Plate } from './collect-plates.ts'
import { completePlate, countMadeUp } from './complete-plate.ts'
import { judgeFilling } from './judge-filling.ts'
import { planPlates } from './plan-plates.ts'
import type { Plan } from './plate-plan.ts'
import { type PlateSource, type PlateStore, storePlates } from './store-plates.ts'
import { type Track, trackObject } from './track-object.ts'
import { REMOVAL_PASSES, SMALL_SIDE } from './tuning.ts'

/** The mask of an object, and the time of its frame in ticks. */
export type Marked = { mask: Mask; pts: number }

export type RemovalWork = Pick<EffectTask, 'framesDone' | 'checkpoint' | 'workersFor' | 'inpaint'>
export type RemovalSource = Pick<OpenedVideo, 'frames' | 'times' | 'folder' | 'width' | 'height'>

/** Where the object is in frames that follow one another, and what was behind it. */
export type RemovalSurvey = Pick<Plan, 'frames' | 'holes'> & {
  /** The number of the first of these frames in the video, and the times of all in ticks. */
  from: number
  times: Float64Array
  /** The size of the copies that holes are marked on. */
  small: Size
  /** Pixels of all plates, on those copies. */
  gathered: number
  /** The share of what the object hid that no frame shows. */
  madeUp: number
  /** The share of frames around whose hole something stands that their plates have not, or have elsewhere. */
  misfits: number
  plates: PlateSource
} & Pick<Track, 'lost' | 'shot'>

/**
 * Looks through a whole video, which one worker does, because an object is followed from frame to frame. Three passes:
 * small copies of all frames are read, the object is followed through them, and the background it hid is gathered from
 * the frames themselves.
 * @throws Fault `seconds` where gathering it takes longer than one worker has
 */
export async function surveyRemoval(
  video: RemovalSource,
  marked: Marked,
  weights: LumaWeights,
  task: RemovalWork,
): Promise<RemovalSurvey> {
  const count = video.times.length
  const passDone = (pass: number, done: number): void =>
    task.framesDone(pass * count + Math.min(done, count), REMOVAL_PASSES * count)
  const small = smallSize(video)
  const frames: Frame[] = []
  for await (const frame of video.frames(small)) {
    frames.push(frame)
    passDone(0, frames.length)
    await task.checkpoint()
  }
  let followed = 0
  const rest = async (): Promise<void> => {
    passDone(1, ++followed)
    await task.checkpoint()
  }
  const first = nearest(frames, marked.pts)
  const track = await trackObject(frames, first, shrinkMask(marked.mask, small), rest)
  const plan = await planPlates(frames, track, small.width / video.width, rest)
  const times = Float64Array.from(frames, ({ pts }) => pts)
  frames.length = 0
  const plates = storePlates(video.folder)
  const gathered = plan.plates.reduce((sum, { box }) => sum + box.width * box.height, 0)
  const survey = {
    from: 0,
    times,
    small,
    gathered,
    madeUp: 0,
    misfits: 0,
    plates,
    lost: track.lost,
    shot: track.shot,
    frames: plan.frames,
    holes: plan.holes,
  }
  if (task.workersFor?.(extentOf(survey, video)) === 0) {
    throw new Fault(
      'seconds',
      'The object is so large, and the camera moves so far, that putting together what is behind it takes too long. ' +
        'A shorter or a smaller video can be made.',
    )
  }
  const indices = new Map([...times].map((pts, at) => [pts, at]))
  const last = Math.max(...plan.plates.flatMap(({ sources }) => sources.map(({ at }) => at)))
  const collect = collectPlates(plan, small)
  const judge = judgeFilling(plan, last)
  for await (const frame of video.frames()) {
    const at = indices.get(frame.pts) ?? 0
    passDone(2, at + 1)
    for (const { nth, plate } of collect(frame, at)) await plates.put(nth, plate)
    judge.see(frame, at)
    releaseFrame(frame)
    await task.checkpoint()
    if (at >= last) break
  }
  const madeUp = await completePlates(plan, plates, video.width, weights, task)
  return { ...survey, madeUp, misfits: await judge.misfits(plates, small) }
}

/** What the worker of a range of frames needs of a survey, in memory. */
export async function partOfSurvey(
  survey: RemovalSurvey,
  { from, to }: FrameRange,
): Promise<RemovalSurvey> {
  const frames = survey.frames.slice(from, to)
  const plates = new Map<number, Plate>()
  for (const { plate: nth } of frames.flatMap((plan) => plan ?? [])) {
    const plate = plates.get(nth) ?? (await survey.plates.get(nth))
    if (plate) plates.set(nth, plate)
  }
  return {
    from: survey.from + from,
    small: survey.small,
    gathered: survey.gathered,
    madeUp: survey.madeUp,
    misfits: survey.misfits,
    lost: survey.lost,
    shot: survey.shot,
    frames,
    plates,
    times: survey.times.slice(from, to),
    holes: survey.holes.slice(from, to),
  }
}

/** How much work it is to fill the holes of a video. */
export function extentOf(
  { holes, small, times, gathered }: RemovalSurvey,
  { width, height }: Size,
): VideoExtent {
  let filled = 0
  for (const hole of holes) for (const level of hole?.data ?? []) if (level > 0) filled++
  const scale = (width / small.width) ** 2
  return {
    frames: times.length,
    width,
    height,
    filled: Math.round(filled * scale),
    gathered: Math.round(gathered * scale),
  }
}

/** @returns the share of what is needed of all plates that no frame shows */
async function completePlates(
  { plates }: Plan,
  store: PlateStore,
  width: number,
  weights: LumaWeights,
  task: RemovalWork,
): Promise<number> {
  let [madeUp, needed] = [0, 0]
  for (const [nth, plan] of plates.entries()) {
    const plate = await store.get(nth)
    if (!plate) continue
    const previous = nth > 0 ? await store.get(nth - 1) : undefined
    await completePlate(plate, plan, previous, width, { weights, inpaint: task.inpaint })
    await store.put(nth, plate)
    const own = countMadeUp(plate, plan)
    madeUp += own.madeUp
    needed += own.needed
    await task.checkpoint()
  }
  return needed === 0 ? 0 : madeUp / needed
}

function smallSize({ width, height }: Size): Size {
  const scale = Math.min(1, SMALL_SIDE / Math.max(width, height))
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

function nearest(frames: readonly Frame[], pts: number): number {
  let best = 0
  for (const [at, frame] of frames.entries()) {
    if (Math.abs(frame.pts - pts) < Math.abs(frames[best]!.pts - pts)) best = at
  }
  return best
}

/** The share of each cell that is marked, 0–1; more than a half counts whole, so that thin parts stay. */
function shrinkMask({ width, height, data }: Mask, small: Size): Float32Array {
  const sums = new Float32Array(small.width * small.height)
  const counts = new Float32Array(sums.length)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * small.height) / height) * small.width
    for (let x = 0; x < width; x++, at++) {
      const cell = row + Math.floor((x * small.width) / width)
      sums[cell] = sums[cell]! + data[at]! / 255
      counts[cell] = counts[cell]! + 1
    }
  }
  return sums.map((sum, cell) => Math.min(1, (2 * sum) / Math.max(1, counts[cell]!)))
}
