import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault, withFileRole } from '../../catalog/fault.ts'
import { findFeature } from '../../catalog/features.ts'
import { isPicture } from '../../catalog/file-rule.ts'
import { openDriver } from '../video/open-driver.ts'
import { type OpenedVideo, openVideo, type ResultLimits } from '../video/open-video.ts'
import type { Workplace } from '../video/read-frames.ts'
import type { Frame } from '../video/video-info.ts'
import type { VideoWriter } from '../video/write-video.ts'
import type { EffectTask, OutputFile, Perform } from './performer.ts'

/** An effect on a video, by its two own steps. The rest of the task is the same for all of them. */
export type VideoEdit<Opened> = {
  /** The feature's name, whose rule for the source is applied. */
  feature: string
  /** What bounds a result beyond the feature's rule. */
  limits?: ResultLimits | ((task: EffectTask) => ResultLimits)
  /**
   * How often `apply` goes through all frames: progress counts each time, and `apply` tells of all but the last.
   * @default 1
   */
  passes?: number
  /** Opens the other files: every Fault that can be told before a frame is made. */
  open(task: EffectTask, video: OpenedVideo): Promise<Opened>
  /** Makes the frames of the result, one for each of `video.times` and of the video's size. */
  apply(opened: Opened, video: OpenedVideo, task: EffectTask): AsyncIterable<Frame>
}

/** Carries an effect on a video out: opens, makes frame by frame, and writes H.264 with the source's audio. */
export function editVideo<Opened>(edit: VideoEdit<Opened>): Perform {
  return async (task) =>
    await withWorkplace(task, async (workplace) => {
      const path = join(workplace.folder, 'source')
      await writeFile(path, task.fileBytes('src'))
      const rule = findFeature(edit.feature)?.files.src
      if (!rule || isPicture(rule)) throw new Error(`${edit.feature} takes no video.`)
      const limits = typeof edit.limits === 'function' ? edit.limits(task) : edit.limits
      const video = await withFileRole('src', openVideo(path, rule, workplace, limits))
      await task.lengthKnown(video.seconds)
      const opened = await edit.open(task, video)
      await task.checkpoint()
      task.beginStep('apply')
      const frames = edit.apply(opened, video, task)
      const output = await writeFrames(frames, video, workplace, task, edit.passes)
      return { results: {}, output, seconds: video.seconds }
    })
}

/**
 * Gives work a folder of its own and the driver of this machine; the folder leaves with the work.
 * @throws Fault `uninstalled` on a machine that cannot decode videos
 */
export async function withWorkplace<T>(
  task: Pick<EffectTask, 'signal'>,
  work: (workplace: Workplace) => Promise<T>,
): Promise<T> {
  const driver = openDriver()
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
  passes = 1,
): Promise<OutputFile> {
  const path = join(folder, 'result.mp4')
  // An encoder that waits for its first frame through other passes would be taken for one that hangs.
  let writer: VideoWriter | undefined
  try {
    const count = video.times.length
    let done = (passes - 1) * count
    for await (const frame of frames) {
      writer ??= video.write(path)
      await writer.write(frame)
      task.framesDone(++done, passes * count)
      await task.checkpoint()
    }
    task.beginStep('encode')
    if (!writer) throw new Error('The effect gave no frames.')
    await writer.finish()
  } finally {
    await writer?.abandon()
  }
  return { bytes: await readFile(path), contentType: 'video/mp4', extension: 'mp4' }
}
