import { Fault } from '../../../catalog/failures/fault.ts'
import { editVideo } from '../../performers/edit-video.ts'
import type { Performer } from '../../performers/performer.ts'
import { BT709_TAGS } from '../../video/decode-filters.ts'
import { lumaWeights } from '../../video/yuv-matrix.ts'
import { paintFrames } from './paint-frames.ts'
import type { Style } from './style.ts'
import { STYLES } from './styles.ts'
import { LONG_SIDE, TASK_RATE } from './tuning.ts'

/** Video style transfer: every frame is painted, and what is painted stays on what it was painted for. */
export const videoTransPerformer: Performer = {
  effect: editVideo<{ style: Style }>({
    feature: 'video-trans',
    limits: ({ parameters }) => ({
      maxLongSide: LONG_SIDE,
      maxRate: TASK_RATE,
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
