import { Failure } from '../../../../catalog/failures/failure.ts'
import { type ConsoleRoute, route } from '../route.ts'
import { TRIES_FORMS } from './tries-forms.ts'

/** Says why nothing can be tried, where there is no function that tries. */
export const TRIES_ELSEWHERE: ConsoleRoute<object> = route({
  ...TRIES_FORMS.offer,
  handle: async (_, __: object) => {
    throw new Failure('ServiceElsewhere')
  },
})
