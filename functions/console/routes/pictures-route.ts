import { PICTURE_SIZES } from '../../../catalog/console/pictures.ts'
import { TILES_ANSWER } from '../../../catalog/console/wire.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { requireJob } from './require-job.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Pictures of sources and results, which a function of its own makes when they are first asked for. */
export const PICTURES_ROUTES: readonly ConsoleRoute[] = [
  route({
    method: 'GET',
    path: '/pictures/{job}/{which}/{size}',
    role: 'viewer',
    says: 'A source or result at 256 or 2048 pixels, or where its tiles lie.',
    answer: { json: TILES_ANSWER, types: ['image/webp', 'image/jpeg'] },
    handle: async ({ at }, deps) => {
      const { job: id = '', which = '', size = '' } = at
      const wanted = PICTURE_SIZES.find((one) => one === size)
      if (!wanted) {
        throw new Failure('InvalidParameters', `size must be one of ${PICTURE_SIZES.join(', ')}.`)
      }
      const job = await requireJob({ id }, deps)
      if (!deps.showPicture) throw new Failure('NotFound')
      return await deps.showPicture(job, which, wanted)
    },
  }),
]
