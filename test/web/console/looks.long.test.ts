import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { dropMany } from '../../stack/many-files.ts'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { axeViolationsOf } from '../axe-violations.ts'
import { HOSTILE_NAMES } from './hostile-names.ts'
import { endedJobs, jobWithoutRecipe, putJobs } from './put-jobs.ts'
import { closeConsole, lookAtConsole, sharedConsole } from './shared-console.ts'

/** Each theme at each width, and as somebody sees it who doubles the size of everything. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, zoom: 100 },
    { width: 768, zoom: 100 },
    { width: 390, zoom: 100 },
    { width: 1440, zoom: 200 },
    { width: 768, zoom: 200 },
  ].map((size) => ({ colorScheme, ...size })),
)

let pages: [path: string, sign: string][]

beforeAll(async () => {
  const { run } = await sharedConsole()
  const [, turning, , , long] = HOSTILE_NAMES
  const failed = [turning, long].map((name, nth) => jobWithoutRecipe(run, name, nth))
  const ended = endedJobs(run, { count: 30, newest: Date.now() - 60_000 })
  await putJobs(run, [...failed, ...ended])
  const one = await dropMany(run, 'looks', 1)
  const { png } = await twoPeoplePicture()
  await putObject(run, 'files/looks/one.png', png)
  // The second file is not there.
  const lines = '{"key":"files/looks/one.png"}\n{"key":"files/looks/<b>two.png"}\n'
  const batch = await dropManifest(run, 'batches/slim/looks.jsonl', lines)
  await endedBatch(run, batch)
  const [job] = await one.ended()
  pages = [
    ['/jobs', '.list-row a'],
    ['/jobs?state=failed', '.list-row a'],
    ...failed.map(({ id }): [string, string] => [`/jobs/${id}`, '#why-title']),
    [`/jobs/${job!.id}`, '.pane img'],
    ['/batches', '.batch'],
    [`/batches/${batch}`, '.group'],
    ['/drop', '.drop-zone'],
    ['/recipes', 'a[href$="/recipes/slim"]'],
    ['/recipes/slim', '.recipe-json'],
    ['/recipes?new', '.recipe-json'],
    ['/try?feature=body-reshape', '#file-src'],
    ['/service', '#budget-title'],
    ['/service/costs', '.rows'],
    ['/service/accounts', '.rows'],
    ['/service/webhooks', '.delivery'],
    ['/service/tasks', '.service-task'],
    ['/service/audit', '#main'],
  ]
})
afterAll(closeConsole)

test.each(LOOKS)(
  'axe finds nothing on any page, $colorScheme, $width pixels wide at $zoom %',
  async ({ colorScheme, width, zoom }) => {
    const factor = zoom / 100
    const { page, origin, trouble } = await lookAtConsole(noBrowser, {
      colorScheme,
      viewport: { width: width / factor, height: 800 / factor },
      deviceScaleFactor: factor,
    })
    for (const [path, sign] of pages) {
      await page.goto(`${origin}/console${path}`)
      await page.waitForSelector(sign)
      expect(await axeViolationsOf(page, 'body'), path).toEqual([])
    }
    await page.keyboard.press('?')
    await page.locator('dialog').waitFor()
    expect(await axeViolationsOf(page, 'dialog'), 'keys').toEqual([])
    expect(trouble).toEqual([])
  },
)

function noBrowser(why: string): never {
  throw new Error(why)
}
