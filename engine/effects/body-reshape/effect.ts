import type { Effect } from '../../performers/effect.ts'
import { bodyReshapePerformer } from './performer.ts'

/** Finds the bodies of a picture, and changes the build of one of them. */
export const bodyReshape: Effect = {
  performer: bodyReshapePerformer,
  sheet: {
    kind: 'strengths',
    pictures: ['drawn woman', 'two drawn people, the left one', 'pose.jpg', 'obama.jpg'],
    finds: 'bodies',
    margin: 0.08,
  },
  bench: [{ on: 'body', params: { features: { slim: -60, waist: -30 } } }],
}
