import type { EffectTask } from '../../performers/performer.ts'
import type { Mask, Size } from '../../raster/picture.ts'
import type { OpenedVideo } from '../../video/open-video.ts'
import type { Frame } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'
import { collectPlates } from './collect-plates.ts'
import { completePlate } from './complete-plate.ts'
import { fillFrame } from './fill-frame.ts'
import { planPlates } from './plan-plates.ts'
import type { Plan } from './plate-plan.ts'
import { type PlateStore, storePlates } from './store-plates.ts'
import { trackObject } from './track-object.ts'

/** Pixels of the longer side of the copies that the object is followed on. */
const SMALL_SIDE = 384

/** The mask of an object, and the time of its frame in ticks. */
export type Marked = { mask: Mask; pts: number }

type Work = Pick<EffectTask, 'framesDone' | 'checkpoint'>
type Source = Pick<OpenedVideo, 'frames' | 'times' | 'folder' | 'width' | 'height'>

/**
 * The frames of a video without an object. Four passes: small copies of all frames are read, the object is followed
 * through them, the background it hid is gathered from the frames themselves, and their holes are filled.
 */
export async function* removeFromFrames(
  video: Source,
  marked: Marked,
  weights: LumaWeights,
  task: Work,
): AsyncGenerator<Frame> {
  const count = video.times.length
  const passDone = (pass: number, done: number): void =>
    task.framesDone(pass * count + Math.min(done, count), 4 * count)
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
  const plan = await planPlates(frames, track, rest)
  const indices = new Map(frames.map(({ pts }, at) => [pts, at]))
  frames.length = 0
  const store = storePlates(video.folder)
  const last = Math.max(...plan.plates.flatMap(({ sources }) => sources.map(({ at }) => at)))
  const collect = collectPlates(plan, small)
  for await (const frame of video.frames()) {
    const at = indices.get(frame.pts) ?? 0
    passDone(2, at + 1)
    for (const { nth, plate } of collect(frame, at)) await store.put(nth, plate)
    await task.checkpoint()
    if (at >= last) break
  }
  await completePlates(plan, store, video.width, weights, task)
  yield* fillFrames(video, plan, store, small, indices)
}

async function completePlates(
  { plates }: Plan,
  store: PlateStore,
  width: number,
  weights: LumaWeights,
  task: Work,
): Promise<void> {
  for (const [nth, plan] of plates.entries()) {
    const plate = await store.get(nth)
    if (!plate) continue
    const previous = nth > 0 ? await store.get(nth - 1) : undefined
    completePlate(plate, plan, previous, width, weights)
    await store.put(nth, plate)
    await task.checkpoint()
  }
}

async function* fillFrames(
  video: Source,
  plan: Plan,
  store: PlateStore,
  small: Size,
  indices: ReadonlyMap<number, number>,
): AsyncGenerator<Frame> {
  let grain: number | undefined
  for await (const frame of video.frames()) {
    const at = indices.get(frame.pts)
    const hole = at === undefined ? undefined : plan.holes[at]
    if (at !== undefined && hole) {
      const used = []
      for (const { plate: nth, share, map } of plan.frames[at] ?? []) {
        const plate = await store.get(nth)
        if (plate) used.push({ plate, share, map })
      }
      grain = fillFrame(frame, hole, used, small, at, grain)
    }
    yield frame
  }
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
