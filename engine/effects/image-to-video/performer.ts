import { Fault } from '../../../catalog/failures/fault.ts'
import { animationOf } from '../../../catalog/features/image-to-video.ts'
import { IMAGE_TO_VIDEO_TEMPLATES } from '../../../catalog/templates/image-to-video.ts'
import type { Size } from '../../geometry/size.ts'
import { resizePicture } from '../../media/resize-picture.ts'
import { withWorkplace, writeFrames } from '../../performers/edit-video.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Picture } from '../../raster/picture.ts'
import { BT709_TAGS } from '../../video/decode-filters.ts'
import { releaseFrame } from '../../video/frame-pool.ts'
import type { Frame } from '../../video/video-info.ts'
import { writeVideo } from '../../video/write-video.ts'
import { findUserNet } from '../../vision/vision.ts'
import { animatePicture } from './animate-picture.ts'
import { depthByModel } from './depth-by-model.ts'
import { estimateDepth } from './estimate-depth.ts'
import { findLife } from './find-life.ts'
import { findPeople } from './find-people.ts'
import { framingOf } from './framing-of.ts'
import { type Clip, makeFrames } from './make-frames.ts'
import { MOTIONS } from './motions.ts'
import { reachOf } from './reach-of.ts'
import { buildScene } from './scene.ts'
import { TASK_DETAIL, TASK_RATE, TASK_SIDES, TASK_TICKS } from './tuning.ts'

/** Image to video: a camera moves in a picture, and light and weather with it. */
export const imageToVideoPerformer: Performer = {
  effect: async (task) =>
    await withWorkplace(task, async (workplace) => {
      const { picture } = await task.openPicture('src')
      const seconds = Number(task.parameters['dst_duration'])
      await task.lengthKnown(seconds)
      const animation = animationOf(task.parameters)
      if (animation) {
        if (!task.generator) throw new Fault('parameter', 'Only a generator makes this video.')
        const made = await animatePicture(picture, animation, task.generator, workplace)
        task.beginStep('apply')
        const file = await writeFrames(made.frames(), made, workplace, task)
        return { results: {}, ...file, seconds }
      }
      const size = sizeOf(picture, qualityOf(task))
      const clip = await openClip(task, picture, size, seconds)
      task.beginStep('apply')
      const result = {
        times: { length: seconds * TASK_RATE },
        write: (path: string) =>
          writeVideo(
            {
              path,
              timescale: TASK_RATE * TASK_TICKS,
              interval: 1 / TASK_RATE,
              colours: BT709_TAGS,
            },
            size,
            workplace,
          ),
      }
      const file = await writeFrames(inTurn(clip, size), result, workplace, task)
      return { results: {}, ...file, seconds }
    }),
}

/** The catalogue's default is the template's own quality. */
function qualityOf({ parameters }: EffectTask): 'std' | 'pro' {
  const { mode, template_id: id } = parameters
  if (mode === 'std' || mode === 'pro') return mode
  return IMAGE_TO_VIDEO_TEMPLATES.find((template) => template.id === id)?.mode ?? 'std'
}

/** Even sides in the picture's proportion, within the quality and no larger than the picture. */
function sizeOf({ width, height }: Size, quality: 'std' | 'pro'): Size {
  const { long, short } = TASK_SIDES[quality]
  const most = Math.min(long / Math.max(width, height), short / Math.min(width, height), 1)
  return evenSize(width * most, height * most)
}

/** Rounds down, except for what is short of a whole number by a rounding error. */
function evenSize(width: number, height: number): Size {
  const even = (side: number): number => 2 * Math.floor(side / 2 + 1e-6)
  return { width: even(width), height: even(height) }
}

async function openClip(
  task: EffectTask,
  picture: Picture,
  size: Size,
  seconds: number,
): Promise<Clip> {
  const motion = MOTIONS[String(task.parameters['template_id'])]
  if (!motion) throw new Fault('parameter', 'There is no such template.')
  const { width, height } = picture
  const scale = Math.min(1, (TASK_DETAIL * size.width) / width)
  const stage = await resizePicture(picture, evenSize(width * scale, height * scale))
  await task.checkpoint()
  const vision = await task.vision()
  const people = await findPeople(stage, vision, task.checkpoint)
  const life = motion.wind ? await findLife(stage, people, vision, task.checkpoint) : undefined
  await task.checkpoint()
  const reach = reachOf(motion, seconds, stage) + (motion.wind ?? 0) * (life?.sway?.reach ?? 0)
  const told = findUserNet(vision.userNets ?? [], 'depth')
  const depth = told ? await depthByModel(stage, people.matte, told) : estimateDepth(stage, people)
  const scene = buildScene(stage, people, depth, reach, motion.defocus !== undefined)
  return {
    scene,
    motion,
    ...(life && { life }),
    framing: framingOf(people, stage),
    seconds,
    rate: TASK_RATE,
  }
}

async function* inTurn(clip: Clip, size: Size): AsyncGenerator<Frame> {
  for (const frame of makeFrames(clip, size, TASK_TICKS)) {
    yield frame
    releaseFrame(frame)
  }
}
