import type { Effect } from '../../performers/effect.ts'
import { videoTransPerformer } from './performer.ts'

/** Paints a video in one of fourteen styles. */
export const videoTrans: Effect = {
  performer: videoTransPerformer,
  sheet: { kind: 'strips', pictures: ['drawn walk'], parameters: { dst_duration: 2 } },
  bench: [{ on: 'video', params: { template_id: 'oil', dst_duration: 5 } }],
}
