import type { Effect } from '../../performers/effect.ts'
import { imageToVideoPerformer } from './performer.ts'

/** Sets a picture in motion: its people against what is behind them, its light and its weather. */
export const imageToVideo: Effect = {
  performer: imageToVideoPerformer,
  sheet: {
    kind: 'clips',
    pictures: ['drawn woman', 'pose.jpg'],
    parameters: { dst_duration: 5, mode: 'std' },
  },
  bench: [{ on: 'video', params: { template_id: 'orbit', dst_duration: 5 } }],
}
