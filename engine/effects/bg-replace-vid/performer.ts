import { Fault } from '../../../catalog/failures/fault.ts'
import { editVideo } from '../../performers/edit-video.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { copyBytes, withArena } from '../../raster/arena.ts'
import { openFramePool } from '../../video/frame-pool.ts'
import { estimateSides } from '../../video/matting/estimate-sides.ts'
import { trackMattes } from '../../video/matting/matte-track.ts'
import { refineMatte } from '../../video/matting/refine-matte.ts'
import type { OpenedVideo } from '../../video/open-video.ts'
import type { Frame } from '../../video/video-info.ts'
import { type LumaWeights, lumaWeights } from '../../video/yuv-matrix.ts'
import { compositeOver } from './composite.ts'
import { type EdgeLevels, edgeLevels } from './edge-levels.ts'
import { type BackgroundMode, fitBackground } from './fit-background.ts'
import { judgeMattes } from './judge-mattes.ts'
import { matchLight } from './match-light.ts'
import { isAnybodyIn, type Light, readLight } from './read-light.ts'
import { tellNobody } from './tell-nobody.ts'
import {
  COMPOSITE_AHEAD,
  JUDGED_SECONDS,
  LOOK_INTERVAL,
  LOOKED_CLOSELY,
  WARM_UP,
} from './tuning.ts'

type Opened = {
  background: Frame
  weights: LumaWeights
  /** How far the matte of each frame that was made contradicts those before. */
  doubts: number[]
  /** Whether anybody is in each of them. */
  found: boolean[]
}

type Survey = Light & Pick<Opened, 'doubts'>

/** Background replacement: people stay, and what is behind them becomes a picture. */
export const bgReplaceVidPerformer: Performer = {
  effect: editVideo<Opened, Survey>({
    feature: 'bg-replace-vid',
    open: async (task, { info, width, height }) => {
      const { picture } = await task.openPicture('ref')
      const weights = lumaWeights(
        info.transfer === 'sdr' ? info.colours : { matrix: 'bt709' },
        height,
      )
      const mode = task.parameters['background_mode'] as BackgroundMode
      const background = await fitBackground(picture, mode, { width, height }, weights)
      return { background, weights, doubts: [], found: [] }
    },
    ahead: COMPOSITE_AHEAD,
    sharing: { warmUp: WARM_UP, survey: findPeople, note: ({ doubts }) => judgeMattes(doubts) },
    tell: ({ doubts, found }) => {
      const notes = [judgeMattes(doubts), tellNobody(found)].filter((note) => note !== undefined)
      return notes.length > 0 ? notes.join(' ') : undefined
    },
    async *apply({ background, weights, doubts, found }, video, task, known) {
      const vision = await task.vision()
      const neutral = matchLight(NEUTRAL, NEUTRAL)
      const pool = openFramePool()
      try {
        const track = trackMattes(vision, weights, video.info.timescale, pool)
        const behind = { ...background, planes: pool.take(background.planes.length) }
        copyBytes(behind.planes, background.planes)
        const composite = compositeOver(behind, pool)
        let levels: EdgeLevels | undefined
        let light: Light | undefined = known
        let match = known ? matchLight(known.old, known.background) : undefined
        for await (const frame of video.frames(undefined, undefined, pool)) {
          const rough = await track(frame)
          doubts.push(rough.doubt)
          const made = withArena(() => {
            const fine = refineMatte(rough)
            found.push(isAnybodyIn(fine.alpha))
            light ??= readLight(frame, background, rough, fine.alpha)
            match ??= light && matchLight(light.old, light.background)
            // Colours at edges change slowly.
            if (rough.isLookedAt || !levels) {
              levels = edgeLevels(estimateSides(rough.small, fine), fine, rough.region)
            }
            const layers = { frame, matte: fine, region: rough.region, levels }
            return composite({ ...layers, light: match ?? neutral })
          })
          pool.release(frame.planes)
          yield made
        }
        if (!light) throw nobody()
        if (!known) judgeMattes(doubts)
      } finally {
        pool.close()
      }
    },
  }),
}

/**
 * Looks for the first people of a video, whose light counts for all of it: at every frame of its first seconds as
 * `apply` does, and then now and then. For some time it goes on, to see whether they can be told from the background.
 * @throws Fault `target` where there is nobody
 */
async function findPeople(
  { background, weights, doubts }: Opened,
  { frames, info, times }: OpenedVideo,
  task: EffectTask,
): Promise<Survey> {
  const vision = await task.vision()
  const closely = (times[0] ?? 0) + LOOKED_CLOSELY * info.timescale
  let next = times[0] ?? 0
  let light: Light | undefined
  let enough: number | undefined
  const pool = openFramePool()
  try {
    const track = trackMattes(vision, weights, info.timescale, pool)
    for await (const frame of frames()) {
      await task.checkpoint()
      if (frame.pts > closely && frame.pts < next) continue
      next = frame.pts + LOOK_INTERVAL * info.timescale
      const rough = await track(frame)
      doubts.push(rough.doubt)
      light ??= withArena(() => readLight(frame, background, rough, refineMatte(rough).alpha))
      if (!light) continue
      enough ??= Math.min(closely, frame.pts + JUDGED_SECONDS * info.timescale)
      if (frame.pts >= enough) break
    }
    if (light) return { ...light, doubts }
  } finally {
    pool.close()
  }
  throw nobody()
}

function nobody(): Fault {
  return new Fault('target', 'Nobody was found in the video.')
}

const NEUTRAL = { y: 128, u: 128, v: 128 }
