import { PICTURE_SIZES } from '../../../catalog/console/pictures.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { JOBS } from './jobs-forms.ts'
import { requireJob } from './require-job.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Pictures of sources and results, which a function of its own makes when they are first asked for. */
export const PICTURES_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...JOBS.picture,
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
