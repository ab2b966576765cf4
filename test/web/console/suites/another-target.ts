import { expect, test } from 'vitest'
import type { Perform } from '../../../../functions/service/core/ports/perform.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { drop } from '../../../stack/drop.ts'
import { noopEngine, noopWorker } from '../../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../../stack/put-recipe.ts'
import { endedJob } from '../../../stack/read-job.ts'
import { twoPeoplePicture } from '../../../stack/test-pictures.ts'
import { lookAtConsole } from '../shared-console.ts'

/** Finds three people of whom none can be worked on. */
const allTurned: Perform = async (request, ...rest) => {
  const turned = { code: 'error_pose', condition: 'pose', message: 'Somebody stands in front.' }
  const made = await noopEngine(3)(request, ...rest)
  const boxes = (made.results['result'] ?? []) as object[]
  if (request.stage !== 'pre-process') return made
  return { results: { result: boxes.map((box) => ({ ...box, usable: turned })) } }
}

// A failed job is tried again in `follow-jobs.ts`.
test.runIf(isEveryCaseTried())(
  'where nobody suited, a person is clicked for another attempt',
  async ({ skip }) => {
    const { page, trouble, origin, run } = await lookAtConsole(skip)
    run.around(
      'service/run-task',
      noopWorker(() => ({ perform: allTurned })),
    )
    await putRecipe(run, 'usable', {
      steps: [{ ...(slimRecipe() as { steps: object[] }).steps[0], target: 'usable' }],
    })
    const { png } = await twoPeoplePicture()
    const { job } = await drop(run, png, 'drop/usable/all turned.png')
    await endedJob(run, job)

    await page.goto(`${origin}/console/jobs/${job}`)
    await page.getByText('None of the 3 can be worked on').waitFor()
    await expect.poll(() => page.locator('.person').count()).toBe(3)
    await page.getByText('about 1 unit a target').waitFor()
    await page
      .getByRole('button', { name: /^Person / })
      .nth(1)
      .click()
    await expect.poll(() => page.getByLabel('Target').inputValue()).toBe('index:1')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.waitForURL(`${origin}/console/jobs/${job}-1`)
    await page.locator('.pane.is-after img').first().waitFor()
    const result = page.getByRole('link', { name: 'Download the result' })
    const [download] = await Promise.all([page.waitForEvent('download'), result.click()])
    expect(download.suggestedFilename()).toBe('all turned.png')
    const tried = await endedJob(run, `${job}-1`)
    expect(tried.recipe.changes).toBe('{"steps":[{"target":"index:1"}]}')
    expect(tried.trail?.steps[0]?.tasks.map(({ index }) => index)).toEqual([1])
    expect(trouble).toEqual([])
  },
)
