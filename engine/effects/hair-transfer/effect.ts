import type { Effect } from '../../performers/effect.ts'
import { hairTransferPerformer } from './performer.ts'

/** Gives a person the hair of a reference picture or of a template. */
export const hairTransfer: Effect = {
  performer: hairTransferPerformer,
  sheet: {
    kind: 'templates',
    pictures: ['drawn bust, hair up', 'drawn bust, short hair', 'portrait.jpg'],
    margin: 0.5,
  },
  bench: [
    { label: 'reference', on: 'bust, short', params: {}, references: 1 },
    { label: 'template', on: 'bust, short', params: { template_id: 'female_long_straight' } },
  ],
}
