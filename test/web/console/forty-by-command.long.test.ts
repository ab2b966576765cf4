import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBatchItems } from '../../../functions/operate/batches/read-batch-items.ts'
import { TOLERATED_METADATA } from '../../../functions/pipeline/core/batches/manifest-metadata.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { putRecipe } from '../../stack/put-recipe.ts'
import { readObject } from '../../stack/read-job.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { openConsolePage } from './console-page.ts'
import { FORTY, SECOND_PERSON, writeForty } from './forty-files.ts'
import { readZip } from './read-zip.ts'
import { rowsOf } from './rows-of.ts'
import { tryLargest } from './try-largest.ts'
import { WITHOUT_PICKER } from './without-picker.ts'

/* One way through the console with the real engine: what the command line drops is followed to its end. */

let run: Run
let browser: Browser | undefined
const folder = mkdtempSync(join(tmpdir(), 'darkroom-forty-'))
const [photos, dataDir] = [join(folder, 'photos'), join(folder, 'data')]

beforeAll(async () => {
  ;[run, browser] = await Promise.all([
    startRun({ WATCH_AFTER_SECONDS: '2' }, { console: true, dataDir }),
    openPageBrowser(),
  ])
  await writeForty(photos)
  await putRecipe(run, 'second', SECOND_PERSON)
})
afterAll(async () => {
  await browser?.close()
  await run.close()
  rmSync(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('forty files that the command line dropped, and a batch, are followed to their end', {
  timeout: 3_600_000,
}, async ({ skip }) => {
  if (!browser) return skip('no browser on this machine')
  const { page, trouble, origin } = await openConsolePage(browser, String(run.at.consoleUrl))
  await page.waitForSelector('#jobs-title')
  await page.addInitScript(WITHOUT_PICKER)
  await page.goto(`${origin}/console/jobs?recipe=second`)

  // Followed while they are worked on.
  const words = ['drop', photos, '--recipe', 'second', '--companions-later', '--data', dataDir]
  const command = join(PROJECT_ROOT, 'bin', 'darkroom.ts')
  const dropping = promisify(execFile)(process.execPath, [command, ...words])
  await page.locator('.state.is-running').first().waitFor()
  await dropping
  const listed = async (): Promise<number> => {
    await page.keyboard.press('n')
    return (await rowsOf(page)).length
  }
  const patient = { timeout: 1_800_000, interval: 2_000 }
  await expect.poll(listed, patient).toBe(FORTY.count)
  const rowsIn = async (state: string): Promise<string[]> => {
    await page.goto(`${origin}/console/jobs?recipe=second&state=${state}`)
    await page.waitForSelector('#jobs-title')
    const any = await page
      .locator('.list, .empty p')
      .first()
      .waitFor()
      .then(() => page.locator('.list').count())
    return any === 0 ? [] : (await rowsOf(page)).toSorted()
  }
  await expect.poll(() => rowsIn('succeeded').then(({ length }) => length), patient).toBe(37)

  // What did not work out is understood, each by its words.
  const open = async (name: string): Promise<void> => {
    await page.locator('.list-row a').filter({ hasText: name }).click()
    await page.waitForURL(/jobs\/job-/)
  }
  await expect.poll(() => rowsIn('failed').then(({ length }) => length), patient).toBe(1)
  await open('without mask.png')
  await page.getByText('without mask.mask.png').first().waitFor()
  await expect.poll(() => rowsIn('refused').then(({ length }) => length), patient).toBe(2)
  await open('nobody.png')
  await page.getByText('The recipe asks for somebody who is not there.').first().waitFor()
  await rowsIn('refused')
  await open('alone.png')
  await tryLargest(page)

  // A batch fails, is redriven, and comes home.
  const { png } = await twoPeoplePicture()
  const keys = ['files/forty/a/one.png', 'files/forty/b/one.png', 'files/forty/b/none.png']
  for (const key of keys.slice(0, 2)) await putObject(run, key, png)
  const lines = keys.map((key) => JSON.stringify({ key })).join('\n')
  const strict = { [TOLERATED_METADATA]: '0' }
  const failed = await dropManifest(run, 'batches/slim/forty.jsonl', lines, strict)
  await page.goto(`${origin}/console/batches/${failed}`)
  await page.locator('.group').first().waitFor()
  await page.locator('.examples').getByText('none.png').waitFor()
  await endedBatch(run, failed)
  await page.getByLabel('Tolerated failures, %').fill('60')
  await page.getByRole('button', { name: 'Redrive' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(failed))
  const redriven = new URL(page.url()).pathname.split('/').pop() ?? ''
  const { items } = await readBatchItems(await endedBatch(run, redriven), {}, run)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all results' }).click(),
  ])
  await page.getByText('Downloaded 2 files').waitFor()
  const zip = readZip(await readFile(await download.path()))
  expect([...zip.keys()].toSorted()).toEqual(['forty/a/one.png', 'forty/b/one.png'])
  const stored = items.flatMap(({ results = [] }) => results)
  const hashes = await Promise.all(
    stored.map(async (key) => sha256(await readObject(run, run.at.resultsBucket, key))),
  )
  expect([...zip.values()].map(sha256).toSorted()).toEqual(hashes.toSorted())

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Open the link that').waitFor()
  expect(trouble).toEqual([])
})
