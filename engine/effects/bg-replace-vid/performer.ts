import { Fault } from '../../../catalog/fault.ts'
import { editVideo } from '../../performers/edit-video.ts'
import type { Performer } from '../../performers/performer.ts'
import { estimateSides } from '../../video/matting/estimate-sides.ts'
import { expandMatte } from '../../video/matting/expand-matte.ts'
import { trackMattes } from '../../video/matting/matte-track.ts'
import { refineMattes } from '../../video/matting/refine-matte.ts'
import { type Region, shrinkFrame } from '../../video/shrink-frame.ts'
import type { Frame } from '../../video/video-info.ts'
import { type LumaWeights, lumaWeights } from '../../video/yuv-matrix.ts'
import { composite } from './composite.ts'
import { type BackgroundMode, fitBackground } from './fit-background.ts'
import { type LightMatch, matchLight, meanLevels } from './match-light.ts'

/** The share of a frame that people must fill in at least one frame. */
const LEAST_PEOPLE = 0.005

type Opened = { background: Frame; weights: LumaWeights }

/** Background replacement: people stay, and what is behind them becomes a picture. */
export const bgReplaceVidPerformer: Performer = {
  effect: editVideo<Opened>({
    feature: 'bg-replace-vid',
    open: async (task, { info, width, height }) => {
      const { picture } = await task.openPicture('ref')
      const weights = lumaWeights(
        info.transfer === 'sdr' ? info.colours : { matrix: 'bt709' },
        height,
      )
      const mode = task.parameters['background_mode'] as BackgroundMode
      return { background: await fitBackground(picture, mode, { width, height }, weights), weights }
    },
    async *apply({ background, weights }, video, task) {
      const track = trackMattes(await task.vision(), weights, video.info.timescale)
      const refine = refineMattes()
      const alpha = new Uint8Array(video.width * video.height)
      let light: LightMatch | undefined
      let most = 0
      for await (const frame of video.frames()) {
        const rough = await track(frame)
        const fine = refine(rough)
        const share = shareOfFrame(fine.alpha, rough.region, frame)
        most = Math.max(most, share)
        const { small } = rough
        if (!light && share > LEAST_PEOPLE) {
          const behind = shrinkFrame(background, small.width, small.height)
          const isOld = (at: number): boolean => fine.alpha[at]! < 0.05
          light = matchLight(
            meanLevels(small, isOld),
            meanLevels(behind, () => true),
          )
        }
        yield composite({
          ...{ frame, background },
          matte: expandMatte(frame, fine, rough.region, alpha),
          sides: estimateSides(small, fine.alpha),
          light: light ?? matchLight(NEUTRAL, NEUTRAL),
        })
      }
      if (most < LEAST_PEOPLE) throw new Fault('target', 'Nobody was found in the video.')
    },
  }),
}

const NEUTRAL = { y: 128, u: 128, v: 128 }

/** The share of a frame that people fill. */
function shareOfFrame(alpha: Float32Array, region: Region, { width, height }: Frame): number {
  let sum = 0
  for (const value of alpha) sum += value
  return ((sum / alpha.length) * region.width * region.height) / (width * height)
}
