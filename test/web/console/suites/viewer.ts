import { expect, test } from 'vitest'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { HOSTILE_NAMES, TURNING_SHOWN } from '../hostile-names.ts'
import { putHostileJob } from '../put-job.ts'
import { endedJobs, putJobs } from '../put-jobs.ts'
import { lookAtConsole } from '../shared-console.ts'

// That a viewer may not do it `test/stack/suites/console-safety.ts` holds in `npm test`.
test.runIf(isEveryCaseTried())(
  'a viewer is offered nothing that they may not do, in the dark and on a phone',
  async ({ skip }) => {
    const phone = { colorScheme: 'dark', viewport: { width: 390, height: 800 } } as const
    const { page, origin, run } = await lookAtConsole(skip, { viewer: true, ...phone })
    await putJobs(run, endedJobs(run, { count: 1, newest: Date.now() }))
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-row a')
    expect(await page.locator('input[type=checkbox]').count()).toBe(0)
    expect(await axeViolationsOf(page, 'body'), 'jobs').toEqual([])
    const [script, turning] = HOSTILE_NAMES
    await page.goto(`${origin}/console/jobs/${await putHostileJob(run, script, turning)}`)
    await page.getByText('Why it failed').waitFor()
    await page.getByText(TURNING_SHOWN).first().waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    // Links within the page lead there, and leave its address.
    const address = page.url()
    for (const [link, part] of [
      ['why, and what to do', 'why-title'],
      ['Skip to the content', 'main'],
    ] as const) {
      await page.getByRole('link', { name: link }).press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe(part)
    }
    expect(page.url()).toBe(address)
    // `follow-jobs.ts` looks at it in the light.
    if (isEveryCaseTried())
      expect(await axeViolationsOf(page, 'body'), 'a job that failed').toEqual([])
  },
)
