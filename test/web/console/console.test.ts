import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBatchItems } from '../../../functions/operate/batches/read-batch-items.ts'
import { TOLERATED_METADATA } from '../../../functions/pipeline/core/batches/manifest-metadata.ts'
import type { Perform } from '../../../functions/service/core/ports/perform.ts'
import { pageCost } from '../../bench/console/page-cost.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { fewOrAll, isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { type Dropped, drop } from '../../stack/drop.ts'
import { dropMany } from '../../stack/many-files.ts'
import { noopEngine, noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../stack/put-recipe.ts'
import { endedJob, readObject } from '../../stack/read-job.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { axeViolationsOf } from '../axe-violations.ts'
import { answerJobs, jobNumbered } from './answer-jobs.ts'
import { type ConsolePage, openConsolePage } from './console-page.ts'
import { liveJobs } from './live-jobs.ts'
import { pageByPage } from './page-by-page.ts'
import { putHostileJob, putOldJob } from './put-job.ts'
import { readZip } from './read-zip.ts'
import { rowsOf } from './rows-of.ts'
import { settled } from './settled.ts'
import { WITHOUT_PICKER } from './without-picker.ts'

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

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Each theme at each width, and as somebody sees it who doubles the size of everything. */
const LOOKS = [
  { colorScheme: 'light', width: 1440, zoom: 100 },
  { colorScheme: 'dark', width: 390, zoom: 100 },
  { colorScheme: 'dark', width: 1440, zoom: 100 },
  { colorScheme: 'light', width: 768, zoom: 100 },
  { colorScheme: 'dark', width: 768, zoom: 100 },
  { colorScheme: 'light', width: 390, zoom: 100 },
  { colorScheme: 'light', width: 1440, zoom: 200 },
  { colorScheme: 'dark', width: 1440, zoom: 200 },
  { colorScheme: 'light', width: 768, zoom: 200 },
  { colorScheme: 'dark', width: 768, zoom: 200 },
] as const

// On a busy machine a page may be behind what is asked of it: what fails once is tried again, on a page of its own.
describe('the console in a browser', { retry: 2 }, () => {
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
    // Several are tried again together.
    for (const nth of [4, 5]) await page.locator('.list-space input').nth(nth).check()
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await page.keyboard.press('r')
    await page.getByText('2 done.').waitFor()
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

  test('where nobody suited, a person is clicked for another attempt', {
    timeout: 200_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const turned = { code: 'error_pose', condition: 'pose', message: 'Somebody stands in front.' }
    const engine = noopEngine(3)
    const perform: Perform = async (request, ...rest) => {
      const made = await engine(request, ...rest)
      const boxes = (made.results['result'] ?? []) as object[]
      if (request.stage !== 'pre-process') return made
      return { results: { result: boxes.map((box) => ({ ...box, usable: turned })) } }
    }
    run.around(
      'service/run-task',
      noopWorker(() => ({ perform })),
    )
    await putRecipe(run, 'usable', {
      steps: [{ ...(slimRecipe() as { steps: object[] }).steps[0], target: 'usable' }],
    })
    const { png } = await twoPeoplePicture()
    const { job } = await drop(run, png, 'drop/usable/all turned.png')
    await endedJob(run, job)

    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    await page.goto(`${origin}/console/jobs/${job}`)
    await page.getByText('None of the 3 can be worked on').waitFor()
    await page.locator('.person').nth(2).waitFor()
    expect(await page.locator('.person').count()).toBe(3)
    await page.getByText('about 1 unit a target').waitFor()
    const [, second] = await page.getByRole('button', { name: /^Person / }).all()
    await second?.click()
    await expect.poll(() => page.getByLabel('Target').inputValue()).toBe('index:1')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.waitForURL(`${origin}/console/jobs/${job}-1`)
    await page.locator('.pane.is-after img').first().waitFor()
    const tried = await endedJob(run, `${job}-1`)
    expect(tried.recipe.changes).toBe('{"steps":[{"target":"index:1"}]}')
    expect(tried.trail?.steps[0]?.tasks.map(({ index }) => index)).toEqual([1])
    expect(trouble).toEqual([])
    await close()
  })

  test('a batch is begun in a form, and its results come as an archive with their folders', {
    timeout: 200_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    run.around('service/run-task', noopWorker())
    const { png } = await twoPeoplePicture()
    const keys = ['files/wedding/a/one.png', 'files/wedding/b/one.png', 'files/wedding/b/gone.png']
    for (const key of keys) await putObject(run, key, png)
    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    await page.addInitScript(WITHOUT_PICKER)
    await page.goto(`${origin}/console/batches`)
    const form = page.getByRole('form', { name: 'Begin a batch' })
    await form.getByLabel('Recipe').fill('slim')
    await form.getByLabel('Prefix').fill('other/')
    await form.getByRole('button').click()
    await page.getByText('prefix must begin with').waitFor()
    await form.getByLabel('Prefix').fill('files/wedding/')
    await form.getByRole('button').click()
    await page.waitForURL(/batches\/batch-/)
    await page.getByText('Everything worked out.').waitFor()
    const id = new URL(page.url()).pathname.split('/').pop() ?? ''
    const { items } = await readBatchItems(await endedBatch(run, id), {}, run)
    const [Key] = items.find(({ key }) => key === keys[2])?.results ?? []
    await run.s3.send(new DeleteObjectCommand({ Bucket: run.at.resultsBucket, Key }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all results' }).click(),
    ])
    await page.getByText('1 result is not there any more.').waitFor()
    const zip = readZip(await readFile(await download.path()))
    const kept = items.filter(({ key }) => key !== keys[2]).flatMap(({ results = [] }) => results)
    const hashes = await Promise.all(
      kept.map(async (key) => sha256(await readObject(run, run.at.resultsBucket, key))),
    )
    expect([...zip.keys()]).toEqual(['wedding/a/one.png', 'wedding/b/one.png'])
    expect([...zip.values()].map(sha256)).toEqual(hashes)
    expect(trouble).toEqual([])
    await close()
  })

  test('a batch that failed is redriven with another tolerance', {
    timeout: 200_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    run.around('service/run-task', noopWorker())
    const { png } = await twoPeoplePicture()
    await putObject(run, 'files/strict/one.png', png)
    const lines = '{"key":"files/strict/one.png"}\n{"key":"files/strict/none.png"}\n'
    const strict = { [TOLERATED_METADATA]: '0' }
    const failed = await dropManifest(run, 'batches/slim/strict.jsonl', lines, strict)
    await endedBatch(run, failed)
    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    await page.goto(`${origin}/console/batches/${failed}`)
    await page.getByLabel('Tolerated failures, %').fill('60')
    await page.getByRole('button', { name: 'Redrive' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(failed))
    await page.locator('.group').waitFor()
    expect(await page.locator('.counts .is-succeeded dd').textContent()).toBe('1')
    expect(await page.locator('.counts .is-failed dd').textContent()).toBe('1')
    expect(trouble).toEqual([])
    await close()
  })

  test('what is not kept any more is told with since when, and the rest is shown', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('.list-row a')
    await page.goto(`${origin}/console/jobs/${await putOldJob(run)}`)
    await page.getByText('this one is gone since 1 Apr 2026').waitFor()
    await page.getByText('those of this job are gone since 31 Jan 2026').waitFor()
    await page.getByText('CreateTask').waitFor()
    await page.getByText('keeps results for 7 days, until 2026-01-08').waitFor()
    await page.getByText('The file is not there any more.', { exact: true }).waitFor()
    expect(trouble).toEqual([])
    await close()
  })

  test('what a service or a recipe says is shown as it is, and does nothing', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, trouble, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const [script = '', turning = ''] = HOSTILE
    await page.goto(`${origin}/console/jobs/${await putHostileJob(run, script, turning)}`)
    await page.getByText(script).first().waitFor()
    await page.getByText('photo\\u202egnp.exe.jpg').first().waitFor()
    await page.getByText('is not there any more').first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(trouble).toEqual([])
    await close()
  })

  test('more batches are shown when they are asked for, and files of one', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    await pageByPage(page, `**/console/api/batches/${batch}/items*`, 'items')
    await pageByPage(page, '**/console/api/batches?*', 'batches')
    await pageByPage(page, '**/console/api/batches', 'batches')
    for (const [path, row] of [
      ['/batches', '.batch'],
      [`/batches/${batch}`, '.items li'],
    ] as const) {
      await page.goto(`${origin}/console${path}`)
      await page.locator(row).first().waitFor()
      const before = await page.locator(row).count()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.locator(row).nth(before).waitFor()
      expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    }
    await close()
  })

  test('the list reaches its oldest job, of which few are ever in the document', {
    timeout: 1_200_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const count = fewOrAll(5_000, 300_000)
    const answered = await answerJobs(page, count)
    await page.goto(`${origin}/console/jobs?recipe=slim`)
    await page.waitForSelector('.list-space .list-row')
    const down = `(async () => {
      const list = document.querySelector('.list')
      list.scrollTop = list.scrollHeight
      await new Promise((done) => setTimeout(done, 30))
      return document.querySelector('.list-space').textContent.includes('${count - 1}.jpg')
    })()`
    while (!(await page.evaluate(down)));
    expect(answered.asked['jobs']).toBe(count / 100)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const counters = await devtools.send('Memory.getDOMCounters')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    expect(counters.nodes).toBeLessThanOrEqual(1500)
    // Some 600 bytes a row, and what there is without any.
    expect(usedSize).toBeLessThanOrEqual(18e6 + count * 600)
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

  test('a thousand changes a minute leave nothing behind, and none is missed', {
    timeout: 900_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const live = await liveJobs(page, 12)
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-space .list-row')
    const { kept } = await pageCost(page)
    const part = fewOrAll(60, 2000)
    let [units, first] = [1, { heap: 0, nodes: 0 }]
    for (let nth = 0; nth < 5 * part; nth++) {
      const running = live.running()
      if (running.length < 10 && nth % 2 === 0) live.begin()
      else live.end(running.at(-1) ?? live.begin(), ++units)
      if (nth % 20 === 0) await page.keyboard.press('n')
      if (nth === 2 * part) first = await kept()
      await page.waitForTimeout(fewOrAll(20, 60))
    }
    for (const row of live.running()) live.end(row, ++units)
    await page.locator('.state.is-running').first().waitFor({ state: 'detached' })
    const listed = async () => {
      await page.keyboard.press('n')
      return (await rowsOf(page)).length
    }
    await expect.poll(listed, { timeout: 60_000, interval: 1000 }).toBe(live.count)
    const shown = await rowsOf(page)
    expect(new Set(shown).size).toBe(shown.length)
    // Of some seconds the growth says nothing: the page is still being compiled, and rows come into sight.
    if (isEveryCaseTried()) {
      const last = await kept()
      // A row that is listed takes some 600 bytes; the page itself grows by nothing.
      expect(last.nodes).toBeLessThanOrEqual(first.nodes * 1.1)
      expect(last.heap).toBeLessThanOrEqual(first.heap * 1.1 + 3 * part * 600)
    }
    expect(shown).toHaveLength(live.count)
    await close()
  })

  test('after a minute without an answer nothing is missing and nothing there twice', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const live = await liveJobs(page, 30)
    const begun = [live.begin(), live.begin()]
    await page.goto(`${origin}/console/jobs`)
    await page.getByText('0.jpg', { exact: true }).waitFor()
    live.offline = true
    await page.getByText(/Nothing answers. What you see is/).waitFor()
    // More than one answer holds, and fewer than the list begins anew for.
    for (let nth = 0; nth < 70; nth++) begun.push(live.begin())
    for (const [at, row] of begun.entries()) live.end(row, at)
    live.offline = false
    await page.getByRole('button', { name: '70 new' }).click()
    const shown = (await rowsOf(page)).toSorted()
    expect(shown).toHaveLength(102)
    expect(new Set(shown).size).toBe(102)
    for (let nth = 0; nth < 201; nth++) live.begin()
    await page.getByRole('button', { name: 'more than 200 new' }).click()
    await page.getByText('-273.jpg').waitFor()
    await close()
  })

  test('under a filter, what comes to what it asks for is told as new', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (!browser) return skip('no browser on this machine')
    const { page, origin, close } = await open()
    await page.waitForSelector('#jobs-title')
    const live = await liveJobs(page, 3)
    const before = live.begin()
    await page.goto(`${origin}/console/jobs?state=succeeded`)
    await page.getByText('0.jpg', { exact: true }).waitFor()
    const after = live.begin()
    await page.waitForTimeout(2500)
    live.end(before, 2)
    live.end(after, 3)
    await page.getByRole('button', { name: '2 new' }).click()
    await page.getByText('-2.jpg').waitFor()
    expect(await rowsOf(page)).toHaveLength(5)
    // Enter on a link or a button is the link's own, whichever row is current.
    await page.keyboard.press('ArrowDown')
    await page.getByRole('link', { name: 'Batches' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/console/batches`)
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

  test.each(sampled(2, LOOKS))(
    'axe finds nothing on any page, $colorScheme, $width pixels wide at $zoom %',
    {
      timeout: 120_000,
    },
    async ({ colorScheme, width, zoom }) => {
      if (!browser) return
      const factor = zoom / 100
      const options = {
        colorScheme,
        viewport: { width: width / factor, height: 800 / factor },
        deviceScaleFactor: factor,
      }
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
