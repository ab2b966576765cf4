import type { Effect } from '../../performers/effect.ts'
import { bgReplaceVidPerformer } from './performer.ts'

export const bgReplaceVid: Effect = {
  performer: bgReplaceVidPerformer,
  sheet: { kind: 'strips', pictures: ['drawn walk'], parameters: {} },
  bench: [{ on: 'video', params: {} }],
}
