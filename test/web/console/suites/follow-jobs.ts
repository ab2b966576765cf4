import { expect, test } from 'vitest'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { drop } from '../../../stack/drop.ts'
import { dropMany } from '../../../stack/many-files.ts'
import { endedJob } from '../../../stack/read-job.ts'
import type { Run } from '../../../stack/start-run.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { tabTo } from '../by-keyboard.ts'
import { HOSTILE_NAMES, TURNING_SHOWN } from '../hostile-names.ts'
import { endedJobs, jobWithoutRecipe, putJobs } from '../put-jobs.ts'
import { settled } from '../settled.ts'
import { lookAtConsole } from '../shared-console.ts'

/** Of the hostile names so many are of files that are dropped; of the others there is a record. */
const DROPPED = 3
/** The last of them, whose markup has a slash: what stands before it is a folder. */
const NEWEST_SHOWN = 'script>.jpg'

/** Files of which most ended well a minute ago; one is worked on, and some fail under hostile names. */
async function fill(run: Run): Promise<void> {
  const aMinuteAgo = Date.now() - 60_000
  const ended = endedJobs(run, { count: 101, newest: aMinuteAgo })
  const failed = HOSTILE_NAMES.slice(DROPPED).map((name, nth) => jobWithoutRecipe(run, name, nth))
  await putJobs(run, [...ended, ...failed])
  const one = await dropMany(run, 'session one', 1)
  const names = HOSTILE_NAMES.slice(0, DROPPED)
  for (const name of names) {
    const { job } = await drop(run, 'x', `drop/no-such-recipe/${name}`)
    await endedJob(run, job)
  }
  await one.ended()
}

// First of all suites, because it begins with a run into which nothing was dropped.
test('jobs are followed, looked at by keys alone, and one that failed is tried again', async ({
  skip,
}) => {
  const { page, trouble, origin, asked, run } = await lookAtConsole(skip)
  // Nothing was dropped yet, and the page says what to do.
  await page.getByText('darkroom drop photo.jpg').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await fill(run)
  // What began meanwhile is said and moves nothing, until it is asked for.
  const newest = page.getByText(NEWEST_SHOWN, { exact: true })
  const askForNew = async (): Promise<number> => {
    await page.keyboard.press('n')
    return await newest.count()
  }
  await expect.poll(askForNew, { interval: 500 }).toBe(1)
  await page.getByText(HOSTILE_NAMES[0], { exact: true }).waitFor()
  await page.getByText(TURNING_SHOWN).waitFor()
  // Of more than a hundred few are in the document.
  await page.locator('.list-row a').nth(9).waitFor()
  expect(await page.locator('.list-row').count()).toBeLessThan(40)
  expect(await axeViolationsOf(page, 'body'), 'jobs').toEqual([])

  await page.goto(`${origin}/console/jobs?state=failed&reason=RecipeUnknown`)
  const rows = page.locator('.list-space .list-row')
  await expect.poll(() => rows.count()).toBe(HOSTILE_NAMES.length)
  if (isEveryCaseTried()) expect(await axeViolationsOf(page, 'body'), 'failed jobs').toEqual([])
  // Several are tried again together: the second and third newest.
  for (const nth of [1, 2]) await rows.nth(nth).locator('input').check()
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  await page.keyboard.press('r')
  await page.getByText('2 done.').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Save a recipe of this name').waitFor()
  if (isEveryCaseTried()) {
    expect(await axeViolationsOf(page, 'body'), 'a job that failed').toEqual([])
  }
  const failed = page.url()
  await tabTo(page, 'Retry')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${failed}-1`)
  await page.getByText('Save a recipe of this name').waitFor()
  await page.getByRole('link', { name: 'The attempt before' }).click()
  await page.getByRole('link', { name: 'The attempt after' }).waitFor()

  await page.goto(`${origin}/console/jobs?state=succeeded`)
  await page.locator('.list-space .list-row a').first().click()
  await page.locator('.pane.is-after img').first().waitFor()
  // One person was found and worked on; the line moves by keys.
  const line = page.getByRole('slider')
  await line.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('60')
  await page.keyboard.press('p')
  await expect.poll(() => page.locator('.person.is-worked').count()).toBe(1)
  await page.getByText('CreateTask').first().waitFor()
  await page.getByText('204 ✓').first().waitFor()
  if (isEveryCaseTried()) expect(await axeViolationsOf(page, 'body'), 'a job').toEqual([])
  await page.keyboard.press('?')
  await page.locator('dialog').waitFor()
  if (isEveryCaseTried()) expect(await axeViolationsOf(page, 'dialog'), 'keys').toEqual([])

  await page.goto(`${origin}/console/jobs`)
  await page.waitForSelector('.thumb img')
  await expect.poll(() => asked.filter((one) => one.endsWith('/changes')).length).toBeGreaterThan(3)
  await settled(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Open the link that').waitFor()
  // The link leads in over a page of its own address, too, which it does not load anew.
  await page.goto(`${origin}/console/`)
  await page.getByText('Open the link that').waitFor()
  await page.goto(String(run.at.consoleUrl))
  await page.waitForSelector('.list-row a')
  expect(page.url()).toBe(`${origin}/console/`)
  expect(trouble).toEqual([])
})
