import { stepHandler } from '../core/steps/step-handler.ts'
import { download, endJobDeps, provider } from '../core/wiring.ts'
import { type DeliverInput, deliver } from './deliver.ts'

const deps = {
  ...endJobDeps(),
  provider: provider(),
  download: download(),
}

/** The state Deliver: writes the results and the receipt and ends the job. */
export const handler = stepHandler(async (input: DeliverInput) => {
  const job = await deliver(input, deps)
  // Keys only: states carry references, never content.
  return { job: input.job, results: job?.results?.map(({ key }) => key) ?? [] }
})
