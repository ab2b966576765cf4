import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { type Dropped, drop } from '../../stack/drop.ts'
import { dropMany } from '../../stack/many-files.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { endedJob } from '../../stack/read-job.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { axeViolationsOf } from '../axe-violations.ts'
import { answerJobs, jobNumbered } from './answer-jobs.ts'
import { type ConsolePage, openConsolePage } from './console-page.ts'
import { settled } from './settled.ts'

/** Names that a page which writes them as markup, or lets them turn its text, would be taken over by. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>.jpg',
  'photo\u202egnp.exe.jpg',
  '"><script>alert(1)</script>.jpg',
  'javascript:alert(1).jpg',
  `${'long '.repeat(150)}.jpg`,
  "quote's & amp; {{7*7}}.jpg",
]

let run: Run
let browser: Browser | undefined
let batch: string
const hostile: Dropped[] = []

beforeAll(async () => {
  ;[run, browser] = await Promise.all([
    startRun({}, { console: true, consoleRole: 'viewer' }),
    openPageBrowser(),
  ])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await run.close()
})

/** Files of which most succeed; some fail under hostile names, and of a batch one is not there. */
async function fill(): Promise<void> {
  run.around('service/run-task', noopWorker())
  const many = await dropMany(run, 'session one', 12)
  for (const name of HOSTILE) hostile.push(await drop(run, 'x', `drop/no-such-recipe/${name}`))
  const { png } = await twoPeoplePicture()
  const keys = ['files/a/one.png', 'files/b/one.png', 'files/b/<b>two.png']
  // The third one is not there.
  for (const key of keys.slice(0, 2)) await putObject(run, key, png)
  const lines = keys.map((key) => JSON.stringify({ key })).join('\n')
  batch = await dropManifest(run, 'batches/slim/pictures.jsonl', lines)
  await many.ended()
  for (const { job } of hostile) await endedJob(run, job)
  await endedBatch(run, batch)
}

async function open(link = String(run.at.consoleUrl), options = {}): Promise<ConsolePage> {
  return await openConsolePage(browser as Browser, link, options)
}

describe('the console in a browser', () => {
  test('jobs are followed, looked at by keys alone, and one that failed is tried again', {
    timeout: 400_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, trouble, origin, asked, close } = await open()
    // Nothing was dropped yet, and the page says what to do.
    await page.getByText('darkroom drop photo.jpg').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await fill()
    await page.waitForSelector('.list-row a')
    // What began meanwhile is said and moves nothing, until it is asked for.
    await page.keyboard.press('n')
    await page.getByText(HOSTILE[0]!, { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByText('photo\\u202egnp.exe.jpg').waitFor()
    expect(await page.locator('.list-row').count()).toBeLessThan(40)

    await page.goto(`${origin}/console/jobs?state=failed&reason=RecipeUnknown`)
    await page.waitForSelector('.list-space .list-row')
    expect(await page.locator('.list-space .list-row').count()).toBe(HOSTILE.length)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Save a recipe of this name').waitFor()
    const failed = page.url()
    await page.getByRole('button', { name: 'Retry' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${failed}-1`)
    await page.getByText('Save a recipe of this name').waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: 'The attempt before' }).click()
    await page.getByRole('link', { name: 'The attempt after' }).waitFor({ timeout: 30_000 })

    await page.goto(`${origin}/console/jobs?state=succeeded`)
    await page.locator('.list-space .list-row a').first().click()
    await page.locator('.pane.is-after img').first().waitFor()
    // One person was found and worked on; the line moves by keys.
    const line = page.getByRole('slider')
    await line.focus()
    await page.keyboard.press('Shift+ArrowRight')
    expect(await line.getAttribute('aria-valuenow')).toBe('60')
    await page.keyboard.press('p')
    expect(await page.locator('.person.is-worked').count()).toBe(1)
    await page.getByText('CreateTask').first().waitFor()
    await page.getByText('204 ✓').first().waitFor()

    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.thumb img')
    await settled(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Open the link that').waitFor()
    expect(trouble).toEqual([])
    expect(asked.filter((one) => one.endsWith('/changes')).length).toBeGreaterThan(3)
    await close()
  })

  test('a batch shows how many files are done, and what did not work out', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('.list-row a')
    await page.keyboard.press('b')
    await page.locator('.batch a').first().click()
    await page.locator('.group .count').first().waitFor()
    expect(await page.locator('.counts .is-succeeded dd').textContent()).toBe('2')
    expect(await page.locator('.examples').textContent()).toContain('<b>two.png')
    expect(page.url()).toBe(`${origin}/console/batches/${batch}`)
    expect(trouble).toEqual([])
    await close()
  })

  test('20,000 jobs scroll to the oldest one, of which few are ever in the document', {
    timeout: 300_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const answered = await answerJobs(page, 20_000)
    await page.goto(`${origin}/console/jobs?recipe=slim`)
    await page.waitForSelector('.list-space .list-row')
    const down = `(async () => {
      const list = document.querySelector('.list')
      list.scrollTop = list.scrollHeight
      await new Promise((done) => setTimeout(done, 30))
      return document.querySelector('.list-space').textContent.includes('19999.jpg')
    })()`
    while (!(await page.evaluate(down)));
    expect(answered.asked['jobs']).toBe(200)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const counters = await devtools.send('Memory.getDOMCounters')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    expect(counters.nodes).toBeLessThanOrEqual(1500)
    expect(usedSize).toBeLessThanOrEqual(30e6)
    await close()
  })

  test('twelve new jobs move nothing, and what is old says so', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const answered = await answerJobs(page, 300)
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-space .list-row')
    await page.evaluate(`document.querySelector('.list').scrollTop = 760`)
    const top = `[...document.querySelectorAll('.list-space .list-row')]
      .map((row) => [row.getBoundingClientRect().top, row.textContent])
      .find(([y]) => y > 200)`
    await page.getByText('15.jpg', { exact: true }).waitFor()
    const before = await page.evaluate(top)
    const fresh = Array.from({ length: 12 }, (_, at) => jobNumbered(at - 12))
    answered.changes = { fresh, changed: [] }
    await page.getByRole('button', { name: '12 new' }).waitFor()
    expect(await page.evaluate(top)).toEqual(before)
    answered.changes = { fresh: [], changed: [] }
    await page.getByRole('button', { name: '12 new' }).click()
    await page.getByText('-12.jpg').waitFor({ state: 'attached' })
    answered.changes = undefined
    await page.getByText(/Nothing answers. What you see is/).waitFor()
    answered.changes = { fresh: [], changed: [] }
    await page.getByText(/Nothing answers. What you see is/).waitFor({ state: 'detached' })
    await close()
  })

  test('a viewer is offered nothing that they may not do', async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, close } = await open(String(run.secondConsoleUrl))
    await page.waitForSelector('.list-row a')
    expect(await page.locator('input[type=checkbox]').count()).toBe(0)
    await page.goto(`${new URL(page.url()).origin}/console/jobs/${hostile[0]!.job}`)
    await page.getByText('Why it failed').waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await close()
  })

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'axe finds nothing on any page, %s, %i pixels wide',
    {
      timeout: 120_000,
    },
    async (colorScheme, width) => {
      if (!browser) return
      const options = { colorScheme, viewport: { width, height: 800 } }
      const { page, origin, trouble, close } = await open(undefined, options)
      await page.waitForSelector('.list-row a')
      const succeeded = await page.locator('.list-space a[href*="/jobs/job-"]').first()
      await succeeded.waitFor()
      const pages: [string, string][] = [
        ['/jobs', '.list-row a'],
        ['/jobs?state=failed', '.list-row a'],
        [`/jobs/${hostile[1]!.job}`, '#why-title'],
        [`/jobs/${hostile[4]!.job}`, '#why-title'],
        ['/batches', '.batch'],
        [`/batches/${batch}`, '.group'],
      ]
      for (const [path, sign] of pages) {
        await page.goto(`${origin}/console${path}`)
        await page.waitForSelector(sign)
        expect(await axeViolationsOf(page, 'body'), path).toEqual([])
      }
      await page.goto(`${origin}/console/jobs?state=succeeded`)
      await page.locator('.list-space .list-row a').first().click()
      await page.waitForSelector('.pane img')
      expect(await axeViolationsOf(page, 'body'), 'a job').toEqual([])
      await page.keyboard.press('?')
      expect(await axeViolationsOf(page, 'dialog'), 'keys').toEqual([])
      expect(trouble).toEqual([])
      await close()
    },
  )
})
