import type { Effect } from '../../performers/effect.ts'
import { clothPerformer } from './performer.ts'

/** Dresses the person of a picture in the garment of another. */
export const cloth: Effect = {
  performer: clothPerformer,
  sheet: {
    kind: 'garments',
    pictures: ['drawn woman', 'drawn man', 'cgi-model-4.jpg', 'cgi-model-27.jpg', 'ai-body.jpg'],
    garments: [
      ...['tee', 'striped-tee', 'printed-tee', 'checked-shirt', 'striped-sweater', 'jacket'],
      ...['striped-dress', 'jeans', 'checked-trousers', 'shorts', 'striped-skirt', 'long-skirt'],
    ],
  },
  bench: [
    {
      label: 'top',
      on: 'body',
      params: { garment_category: 'upper_body' },
      product: 'striped-tee',
    },
    {
      label: 'trousers',
      on: 'body',
      params: { garment_category: 'lower_body' },
      product: 'jeans',
    },
  ],
}
