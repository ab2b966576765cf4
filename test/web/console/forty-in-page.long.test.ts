import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { InputFile, Perform } from '../../../functions/service/core/ports/perform.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { noopEngine, noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe } from '../../stack/put-recipe.ts'
import { endedJob, readObject } from '../../stack/read-job.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { emptyRoomPicture } from '../../stack/test-pictures.ts'
import { openConsolePage } from './console-page.ts'
import { FORTY, SECOND_PERSON, writeForty } from './forty-files.ts'
import { rowsOf } from './rows-of.ts'
import { tryLargest } from './try-largest.ts'

/* One way through the console: what is dropped in the page is followed to its end. */

let run: Run
let browser: Browser | undefined

/** Stands in for the engine, and finds as many people as there are. */
const perform: Perform = async (request, ...rest) => {
  const people = await peopleIn(request.files.src)
  if (request.stage === 'effect' && Number(request.params['index'] ?? -1) >= people) {
    throw new Fault('target', `${people} people were found.`)
  }
  return await noopEngine(people)(request, ...rest)
}

const folder = mkdtempSync(join(tmpdir(), 'darkroom-forty-'))

beforeAll(async () => {
  ;[run, browser] = await Promise.all([
    startRun(
      { WATCH_AFTER_SECONDS: '2' },
      { console: true, throughout: noopWorker(() => ({ perform })) },
    ),
    openPageBrowser(),
  ])
  await writeForty(folder)
  await putRecipe(run, 'second', SECOND_PERSON)
})
afterAll(async () => {
  await browser?.close()
  await run.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How many people are in one of these photos, by its bytes. */
async function peopleIn(file: InputFile): Promise<number> {
  const bytes = Buffer.from(file instanceof Uint8Array ? file : [])
  const [{ png: none }, { png: one }] = await Promise.all([
    emptyRoomPicture(),
    onePerson('ines', 480),
  ])
  if (bytes.equals(none)) return 0
  return bytes.equals(one) ? 1 : 2
}

/** One screen down the list, or back to its top. */
const GO_DOWN = `{
  const list = document.querySelector('.list')
  const before = list.scrollTop
  list.scrollTop += list.clientHeight
  if (list.scrollTop === before) list.scrollTop = 0
}`

test('forty files are dropped in the page, of which one changes while it goes up, and followed', {
  timeout: 3_600_000,
}, async ({ skip }) => {
  if (!browser) return skip('no browser on this machine')
  const { page, trouble, origin } = await openConsolePage(browser, String(run.at.consoleUrl))
  await page.waitForSelector('#jobs-title')
  await page.keyboard.press('u')
  await page.getByLabel('Recipe').selectOption('second')
  await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(folder)

  // What becomes of each is said before a byte goes up.
  await page.getByText(`${FORTY.count - 1} files become jobs`).waitFor()
  await page.getByText(`${FORTY.count - 1} files belong to others`).waitFor()
  await page.getByText('1 file lacks a file beside it, and is left out').waitFor()
  // Somewhere in the list, of which few rows are in the document.
  const foundBelow = (words: string) => async (): Promise<number> => {
    await page.evaluate(GO_DOWN)
    return await page.getByText(words).count()
  }
  const slowly = { interval: 300 }
  await expect.poll(foundBelow('lacks without mask.mask.png'), slowly).toBe(1)
  await page.getByLabel('Drop them all the same; each job waits for its file').check()
  await page.getByText(`${FORTY.count} files become jobs`).waitFor()
  appendFileSync(join(folder, 'day 0', 'photo 0.png'), 'written over')
  // The masks of all but one go up, too.
  await page.getByRole('button', { name: `Drop ${2 * FORTY.count - 1} files` }).click()
  await page.getByText(`${FORTY.count - 1} jobs have begun`).waitFor()
  await page.getByText('1 file did not go up').waitFor()
  await expect.poll(foundBelow('changed while it went up'), slowly).toBe(1)

  await page.getByRole('link', { name: 'See the jobs' }).click()
  const patient = { timeout: 1_800_000, interval: 2_000 }
  const namesIn = async (state: string): Promise<string[]> => {
    await page.goto(`${origin}/console/jobs?recipe=second&state=${state}`)
    await page.locator('.list, .empty p').first().waitFor()
    return (await page.locator('.list').count()) === 0 ? [] : await rowsOf(page)
  }
  const countIn = async (state: string): Promise<number> => (await namesIn(state)).length
  await expect.poll(() => countIn('succeeded'), patient).toBe(FORTY.count - 4)
  await expect.poll(() => countIn('failed'), patient).toBe(1)
  await page.locator('.list-row a').first().click()
  await page.getByText('without mask.mask.png').first().waitFor()
  await expect.poll(() => countIn('refused'), patient).toBe(2)
  await page.locator('.list-row a').filter({ hasText: 'alone.png' }).click()
  await page.waitForURL(/jobs\/job-/)
  await tryLargest(page)

  // The result comes down as it is stored.
  const job = new URL(page.url()).pathname.split('/').pop() ?? ''
  const { results: [result] = [] } = await endedJob(run, job)
  const got = await page.context().request.get(`${origin}/console/api/files/${job}/result-0`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const stored = await readObject(run, run.at.resultsBucket, result!.key)
  expect(await got.body()).toEqual(Buffer.from(stored))
  expect(trouble).toEqual([])
})
