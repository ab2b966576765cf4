import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { VideoRule } from '../../../catalog/files/file-rule.ts'
import type { TaskGenerator } from '../../generate/task-generator.ts'
import type { Picture } from '../../raster/picture.ts'
import { BT709_TAGS } from '../../video/decode-filters.ts'
import { type OpenedVideo, openVideo } from '../../video/open-video.ts'
import type { Workplace } from '../../video/read-frames.ts'
import { writeVideo } from '../../video/write-video.ts'
import { MIN_SHARE } from './tuning.ts'

/** What is asked of a generator for a template. */
export type Animation = { seconds: number; height: 540 | 720 }

/** What happens in a video whose template says no more than that something does. */
const PROMPT =
  'The scene comes alive. People breathe, blink and move a little, hair and cloth sway in a light wind, and what can ' +
  'move in the background moves gently. The camera stands still. Natural light, realistic, nothing appears or vanishes.'

/** A video of a generator is bounded as one of a client is. */
const RULE: VideoRule = {
  containers: ['mp4'],
  maxBytes: 200_000_000,
  maxSeconds: 30,
  longer: 'cut',
  maxLongSide: 4096,
}

/**
 * Lets a generator set a picture in motion. It makes the longest video that is no longer than asked for, or the
 * shortest it can; the result is cut to the length asked for, or plays slower until it has it.
 * @throws Fault `runtime` where what it made is no video, or one of too few pixels
 */
export async function animatePicture(
  picture: Picture,
  { seconds, height }: Animation,
  generator: TaskGenerator,
  workplace: Workplace,
): Promise<Pick<OpenedVideo, 'frames' | 'times' | 'write'>> {
  const lengths = generator.videoSeconds.toSorted((a, b) => a - b)
  const length = lengths.findLast((known) => known <= seconds) ?? lengths[0] ?? seconds
  const bytes = await generator.animate({ picture, prompt: PROMPT, seconds: length, height })
  const path = join(workplace.folder, 'generated.mp4')
  await writeFile(path, bytes)
  const video = await openVideo(path, RULE, workplace, { maxSeconds: seconds }).catch((cause) => {
    throw new Fault('runtime', 'What the generator made cannot be read as a video.', { cause })
  })
  const { info, frames, times, width, height: lines } = video
  if (Math.min(width, lines) < MIN_SHARE * height) {
    throw new Fault(
      'runtime',
      `The generator answered with a video of ${width} x ${lines} pixels for ${height} lines; at least half are needed.`,
    )
  }
  // Fewer ticks a second make the same ticks last longer.
  const timescale = Math.max(1, Math.round((info.timescale * video.seconds) / seconds))
  const colours = info.transfer === 'sdr' ? info.colours : BT709_TAGS
  const interval = seconds / times.length
  const plan = { timescale, interval, colours, pixelAspect: info.pixelAspect }
  return {
    frames,
    times,
    write: (to) => writeVideo({ path: to, ...plan }, { width, height: lines }, workplace),
  }
}
