import { answerJobs } from '../../web/console/answer-jobs.ts'
import { openConsolePage } from '../../web/console/console-page.ts'
import { flagValue } from '../flag-value.ts'
import type { Looked } from './looked.ts'
import { pageCost } from './page-cost.ts'
import { reachEnd } from './scroll.ts'

/** Goes down a list to its oldest job, which the bench answers the page with. */
export async function oldest({ browser, link, flags }: Looked): Promise<void> {
  const count = Number(flagValue(flags, 'jobs') ?? 300_000)
  const { page, origin, close } = await openConsolePage(browser, link)
  await page.waitForSelector('#jobs-title')
  const { asked } = await answerJobs(page, count)
  await page.goto(`${origin}/console/jobs`)
  await page.waitForSelector('.list-space .list-row')
  const began = Date.now()
  await reachEnd(page, count)
  const seconds = (Date.now() - began) / 1000
  const { heap, nodes } = await (await pageCost(page)).kept()
  console.log(
    `  ${count} jobs: the oldest reached in ${seconds.toFixed(0)} s by ${asked['jobs']} pages; ` +
      `heap ${(heap / 1e6).toFixed(0)} MB, ${nodes} nodes`,
  )
  await close()
}
