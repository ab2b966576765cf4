import type { Effect } from '../../performers/effect.ts'
import { objRemVidPerformer } from './performer.ts'

export const objRemVid: Effect = {
  performer: objRemVidPerformer,
  sheet: { kind: 'strips', pictures: ['drawn walk'], parameters: { frame_idx: 0 } },
  bench: [{ on: 'video', params: { frame_idx: 0 } }],
}
