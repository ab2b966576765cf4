import middy from '@middy/core'
import { log, withRequestId } from '../../log.ts'
import { budget, budgetAccount, companions, jobs } from '../core/wiring.ts'
import { releaseParked } from './release-parked.ts'

const { lookAgain } = companions()
const deps = {
  jobs: jobs(),
  budgetAccount: budgetAccount(),
  budget: budget(),
  lookAgain: (job: string) => lookAgain(job, 0),
  now: Date.now,
}

/** Every few minutes: lets parked jobs continue when the budget has room for them. */
export const handler = middy().handler((_, { awsRequestId }) =>
  withRequestId(awsRequestId, async () => {
    const asked = await releaseParked(deps)
    if (asked > 0) log.info('Parked files are looked at again.', { asked })
  }),
)
