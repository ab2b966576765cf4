import { Fault } from '../../../catalog/fault.ts'
import { editVideo } from '../../performers/edit-video.ts'
import type { Performer } from '../../performers/performer.ts'
import { BT709_TAGS } from '../../video/decode-filters.ts'
import { lumaWeights } from '../../video/yuv-matrix.ts'
import { paintFrames } from './paint-frames.ts'
import type { Style } from './style.ts'
import { STYLES } from './styles.ts'

/** Frames a second of a result, and pixels of its longer side, at most (specification of the service). */
const RATE = 16
const LONG_SIDE = 1280

/** Video style transfer: every frame is painted, and what is painted stays on what it was painted for. */
export const videoTransPerformer: Performer = {
  effect: editVideo<{ style: Style }>({
    feature: 'video-trans',
    limits: ({ parameters }) => ({
      maxLongSide: LONG_SIDE,
      maxRate: RATE,
      maxSeconds: Number(parameters['dst_duration']),
    }),
    open: async ({ parameters }) => {
      const style = STYLES[String(parameters['template_id'])]
      if (!style) throw new Fault('parameter', 'There is no such template.')
      return { style }
    },
    async *apply({ style }, { info, width, height, frames }) {
      const colours = info.transfer === 'sdr' ? info.colours : BT709_TAGS
      const paint = paintFrames(style, { width, height }, lumaWeights(colours, height))
      for await (const frame of frames()) yield paint(frame)
    },
  }),
}
