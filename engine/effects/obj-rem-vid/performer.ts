import { Fault } from '../../../catalog/failures/fault.ts'
import type { Size } from '../../geometry/size.ts'
import { readMask } from '../../media/read-mask.ts'
import { editVideo } from '../../performers/edit-video.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { closeIslands } from '../../raster/mask/close-islands.ts'
import type { Mask } from '../../raster/picture.ts'
import { releaseFrame } from '../../video/frame-pool.ts'
import type { OpenedVideo } from '../../video/open-video.ts'
import { lumaWeights } from '../../video/yuv-matrix.ts'
import { removeFromFrames } from './remove-from-frames.ts'
import { requireRest } from './require-rest.ts'
import { extentOf, partOfSurvey, type RemovalSurvey, surveyRemoval } from './survey-removal.ts'
import { tellFilling } from './tell-filling.ts'
import { tellLost } from './tell-lost.ts'
import { tellShot } from './tell-shot.ts'
import { MAX_LONG_SIDE, REMOVAL_PASSES, WARM_UP } from './tuning.ts'

type Opened = { mask: Mask; pts: number }

/** Object removal: what a mask marks in one frame is followed through a video and taken out of it. */
export const objRemVidPerformer: Performer = {
  effect: editVideo<Opened, RemovalSurvey>({
    feature: 'obj-rem-vid',
    limits: { maxLongSide: MAX_LONG_SIDE },
    passes: REMOVAL_PASSES,
    open,
    sharing: { warmUp: WARM_UP, survey, extent: extentOf, part: partOfSurvey, note: noteOf },
    apply: async function* (opened, video, task, known) {
      const surveyed = known ?? (await survey(opened, video, task))
      for await (const frame of removeFromFrames(video, surveyed)) {
        yield frame
        releaseFrame(frame)
      }
    },
  }),
}

/** What is said of a removal; undefined where nothing is. */
function noteOf(survey: RemovalSurvey): string | undefined {
  const notes = [
    tellLost(survey.lost),
    tellShot(survey.shot, survey.times.length),
    tellFilling(survey),
  ]
  return notes.filter((note) => note !== undefined).join(' ') || undefined
}

/**
 * @throws Fault `parameter` for a frame that the video has not, and for a mask that is empty or nearly all white,
 * `dimensions` for one of another size
 */
async function open(task: EffectTask, { info }: OpenedVideo): Promise<Opened> {
  const at = Number(task.parameters['frame_idx'])
  const pts = info.pts[at]
  if (pts === undefined) {
    throw new Fault(
      'parameter',
      `frame_idx is ${at}; the video has ${info.pts.length} frames, counted from 0.`,
    )
  }
  const { picture } = await task.openPicture('msk')
  const mask = closeIslands(readMask(picture, sizeFor(picture, info), 'frame'))
  requireRest(mask)
  return { mask, pts }
}

/** The size a mask must have: that of the frame, also with the odd row or column that even sides leave out. */
function sizeFor(picture: Size, { width, height }: Size): Size {
  return {
    width: picture.width === width + 1 ? width + 1 : width,
    height: picture.height === height + 1 ? height + 1 : height,
  }
}

async function survey(
  { mask, pts }: Opened,
  video: OpenedVideo,
  task: EffectTask,
): Promise<RemovalSurvey> {
  const { info, height } = video
  const weights = lumaWeights(info.transfer === 'sdr' ? info.colours : { matrix: 'bt709' }, height)
  return await surveyRemoval(video, { mask, pts }, weights, task)
}
