import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Fault, withFileRole } from '../../catalog/failures/fault.ts'
import { findFeature } from '../../catalog/features/features.ts'
import { isPicture } from '../../catalog/files/file-rule.ts'
import type { VideoExtent } from '../../catalog/limits/video-shares.ts'
import { joinSegments } from '../video/join/join-segments.ts'
import {
  type FrameRange,
  type OpenedVideo,
  openVideo,
  type ResultLimits,
  rangeOf,
} from '../video/open-video.ts'
import { openVideoDriver } from '../video/open-video-driver.ts'
import type { Workplace } from '../video/read-frames.ts'
import type { Frame } from '../video/video-info.ts'
import type { VideoWriter } from '../video/write-video.ts'
import type { EffectResult, EffectTask, InputFile, Perform, VideoShare } from './performer.ts'

/** An effect on a video, by its two own steps. The rest of the task is the same for all of them. */
export type VideoEdit<Opened, Survey = never> = {
  /** The feature's name, whose rule for the source is applied. */
  feature: string
  /** What bounds a result beyond the feature's rule. */
  limits?: ResultLimits | ((task: EffectTask) => ResultLimits)
  /**
   * How often `apply` goes through all frames: progress counts each time, and `apply` tells of all but the last.
   * @default 1
   */
  passes?: number
  /** How many more frames `apply` makes before it overwrites one. @default 0 */
  ahead?: number
  /** How several workers share a video. @default one makes all of it, however long */
  sharing?: VideoSharing<Opened, Survey>
  /** Opens the other files: every Fault that can be told before a frame is made. */
  open(task: EffectTask, video: OpenedVideo): Promise<Opened>
  /**
   * Makes the frames of the result, one for each of `video.times` and of the video's size.
   * @param survey what is known of the whole, where `video` is a part of it
   */
  apply(opened: Opened, video: OpenedVideo, task: EffectTask, survey?: Survey): AsyncIterable<Frame>
  /** What there is to say, in words, of a video that `apply` has made as a whole. */
  tell?(opened: Opened): string | undefined
}

/** How several workers share a video: each makes a segment, of which the first frames follow the segment before. */
export type VideoSharing<Opened, Survey> = {
  /** Seconds before a segment from which on its worker follows the video, so that nothing jumps at the seam. */
  warmUp: number
  /** What workers must know of the whole before they begin. Told by `framesDone` where it takes long. */
  survey(opened: Opened, video: OpenedVideo, task: EffectTask): Promise<Survey>
  /**
   * What the survey says of the work. An effect that has it surveys every video, because one worker has to do that as
   * well, and only then it is known among how many the rest is shared.
   */
  extent?(survey: Survey, video: OpenedVideo): VideoExtent
  /** What the survey says of the result, in words; undefined where there is nothing to say. */
  note?(survey: Survey): string | undefined
  /** The part of a survey that a range of frames needs. @default all of it */
  part?(survey: Survey, range: FrameRange): Promise<Survey>
}

/**
 * Carries an effect on a video out: opens, makes frame by frame, and writes H.264 with the source's audio. A video that
 * is too long for one worker is only surveyed; each of several then makes a segment, and one joins them.
 */
export function editVideo<Opened, Survey = never>(edit: VideoEdit<Opened, Survey>): Perform {
  return async (task) =>
    await withWorkplace(task, async (workplace) => {
      const path = await pathOf(task.file('src'), workplace)
      const rule = findFeature(edit.feature)?.files.src
      if (!rule || isPicture(rule)) throw new Error(`${edit.feature} takes no video.`)
      const limits = typeof edit.limits === 'function' ? edit.limits(task) : edit.limits
      const video = await withFileRole('src', openVideo(path, rule, workplace, limits))
      const { seconds } = video
      if (task.share?.make === 'whole') {
        return {
          results: notesOf(video),
          ...(await joinShares(task.share, video, workplace, task)),
          seconds,
        }
      }
      if (task.share) return await makeSegment(edit, task.share, video, workplace, task)
      await task.lengthKnown(seconds)
      const opened = await edit.open(task, video)
      await task.checkpoint()
      const { passes = 1, sharing } = edit
      const { times, width, height } = video
      const frames = times.length
      const survey = sharing?.extent && (await sharing.survey(opened, video, task))
      const extent = (survey && sharing?.extent?.(survey, video)) ?? { frames, width, height }
      const count = (sharing && task.workersFor?.(extent)) ?? 1
      if (sharing && count > 1) {
        const known = survey ?? (await sharing.survey(opened, video, task))
        const surveys = await partsOf(known, sharing, video, count)
        const before = (passes - 1) * frames
        const note = sharing.note?.(known)
        const shared = { count, surveys, frames, before, ...(note && { note }) }
        return { results: {}, seconds, shared }
      }
      task.beginStep('apply')
      const made = edit.apply(opened, video, task, survey)
      const file = await writeFrames(made, video, workplace, task, { passes, ahead: edit.ahead })
      const more = survey ? sharing?.note?.(survey) : edit.tell?.(opened)
      return { results: notesOf(video, more), ...file, seconds }
    })
}

/** What was done to a video that nobody asked for, in a sentence, and what else there is to say. */
function notesOf({ info }: Pick<OpenedVideo, 'info'>, more?: string): { note?: string } {
  const interlaced = info.interlaced && 'The video was interlaced; it was deinterlaced.'
  const note = [interlaced, more].filter(Boolean).join(' ')
  return note ? { note } : {}
}

/** What the workers of the segments need of a survey. */
async function partsOf<Survey>(
  survey: Survey,
  { part = async (whole) => whole, warmUp }: VideoSharing<never, Survey>,
  video: OpenedVideo,
  count: number,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let nth = 0; nth < count; nth++) {
    parts.push(serialize(await part(survey, warmedUp(video, nth, count, warmUp))))
  }
  return parts
}

async function makeSegment<Opened, Survey>(
  edit: VideoEdit<Opened, Survey>,
  { nth, count, survey }: Extract<VideoShare, { make: 'segment' }>,
  video: OpenedVideo,
  workplace: Workplace,
  task: EffectTask,
): Promise<EffectResult> {
  if (!edit.sharing) throw new Error(`${edit.feature} is made by one worker.`)
  const { times } = video
  const range = segmentOf(times.length, nth, count)
  const first = times[range.from] ?? 0
  const opened = await edit.open(task, video)
  const part = rangeOf(video, warmedUp(video, nth, count, edit.sharing.warmUp))
  const own = edit.apply(opened, part, task, deserialize(survey) as Survey)
  const made = { times: { length: range.to - range.from }, write: video.writeSegment }
  const file = await writeFrames(since(first, own), made, workplace, task, { ahead: edit.ahead })
  return { results: {}, ...file, seconds: video.seconds }
}

/** The frames of one of `count` segments of about equal length. */
function segmentOf(frames: number, nth: number, count: number): FrameRange {
  const at = (end: number): number => Math.floor((end * frames) / count)
  return { from: at(nth), to: at(nth + 1) }
}

/** The frames of a segment and those before it that its worker follows. */
function warmedUp(
  { times, info }: OpenedVideo,
  nth: number,
  count: number,
  seconds: number,
): FrameRange {
  const { from, to } = segmentOf(times.length, nth, count)
  const warm = (times[from] ?? 0) - seconds * info.timescale
  return { from: times.findIndex((time) => time >= warm), to }
}

/** Leaves out what was made to warm up. */
async function* since(first: number, frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
  for await (const frame of frames) if (frame.pts >= first) yield frame
}

async function joinShares(
  { count, segment }: Extract<VideoShare, { make: 'whole' }>,
  video: OpenedVideo,
  workplace: Workplace,
  task: Pick<EffectTask, 'folder'>,
): Promise<MadeFile> {
  async function* segments(): AsyncGenerator<Buffer> {
    for (let nth = 0; nth < count; nth++) yield Buffer.from(await segment(nth))
  }
  const path = join(task.folder ?? workplace.folder, 'result.mp4')
  await joinSegments(segments(), video, path, workplace)
  return await madeFile(path, task)
}

type MadeFile = Pick<EffectResult, 'output' | 'file'>

async function madeFile(path: string, { folder }: Pick<EffectTask, 'folder'>): Promise<MadeFile> {
  const kind = { contentType: 'video/mp4', extension: 'mp4' }
  return folder === undefined
    ? { output: { bytes: await readFile(path), ...kind } }
    : { file: { path, ...kind } }
}

async function pathOf(file: InputFile, { folder }: Workplace): Promise<string> {
  if (!(file instanceof Uint8Array)) return file.path
  const path = join(folder, 'source')
  await writeFile(path, file)
  return path
}

/**
 * Gives work a folder of its own and the driver of this machine; the folder leaves with the work.
 * @throws Fault `uninstalled` on a machine that cannot decode videos
 */
export async function withWorkplace<T>(
  task: Pick<EffectTask, 'signal'>,
  work: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const driver = openVideoDriver()
  if (!driver) {
    throw new Fault(
      'uninstalled',
      'Nothing on this machine decodes videos: neither ffmpeg nor libav.',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-video-'))
  try {
    return await work({ driver, folder, signal: task.signal })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the frames of a result as they are made, the last of some passes, and says how far it is. */
export async function writeFrames(
  frames: AsyncIterable<Frame>,
  video: Pick<OpenedVideo, 'write'> & { times: { length: number } },
  { folder }: Pick<Workplace, 'folder'>,
  task: EffectTask,
  { passes = 1, ahead }: { passes?: number; ahead?: number | undefined } = {},
): Promise<MadeFile> {
  const path = join(task.folder ?? folder, 'result.mp4')
  // The encoder gets ready while the first frame is made, but does not wait through other passes.
  let writer: VideoWriter | undefined = passes === 1 ? video.write(path, ahead) : undefined
  try {
    const count = video.times.length
    const before = (passes - 1) * count
    let done = before
    for await (const frame of frames) {
      writer ??= video.write(path, ahead)
      await writer.write(frame)
      task.framesDone(++done, passes * count)
      await task.checkpoint()
    }
    task.beginStep('encode')
    if (!writer || done === before) throw new Error('The effect gave no frames.')
    await writer.finish()
  } finally {
    await writer?.abandon()
  }
  return await madeFile(path, task)
}
