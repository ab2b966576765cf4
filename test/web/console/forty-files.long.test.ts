import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBatchItems } from '../../../functions/operate/batches/read-batch-items.ts'
import { TOLERATED_METADATA } from '../../../functions/pipeline/core/batches/manifest-metadata.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { drawPeople } from '../../../samples/draw-people.ts'
import { emptyRoom, ROOM } from '../../../samples/empty-room.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { amara, henrik } from '../../../samples/people.ts'
import { portrait } from '../../../samples/portrait.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { putRecipe } from '../../stack/put-recipe.ts'
import { readObject } from '../../stack/read-job.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { openConsolePage } from './console-page.ts'
import { readZip } from './read-zip.ts'
import { WITHOUT_PICKER } from './without-picker.ts'

/*
 * A day of a studio, with the real engine: forty files that the command line drops, followed in the console. The tests
 * of `console.test.ts` are its sample.
 */

const PEOPLE = ['amara', 'henrik', 'ines', 'kofi', 'maren'] as const
const FILES = 40

let run: Run
let browser: Browser | undefined
const files = mkdtempSync(join(tmpdir(), 'forty-files-'))
const dataDir = mkdtempSync(join(tmpdir(), 'forty-files-data-'))

beforeAll(async () => {
  ;[run, browser] = await Promise.all([
    startRun({}, { console: true, dataDir, knowsOffer: true }),
    openPageBrowser(),
  ])
  await putRecipe(run, 'leftmost', {
    steps: [
      { feature: 'body-reshape', target: 'leftmost', parameters: { features: { slim: -40 } } },
    ],
  })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await run.close()
  for (const folder of [files, dataDir]) rmSync(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Somebody whose hips are below the picture's edge, whom slimming refuses, and somebody who is whole. */
async function cutOff(): Promise<Uint8Array> {
  const { png } = await drawPeople({
    ...{ width: 1400, height: 1050, seed: 3, room: { ...ROOM, plant: false } },
    people: [
      { ...henrik, at: { x: 330, y: 1650 }, height: 1000 },
      { ...amara, at: { x: 950, y: 1000 }, height: 860 },
    ],
  })
  return png
}

/** Drops a folder as somebody does who sits at a terminal. */
async function dropByCommand(folder: string, recipe: string): Promise<void> {
  const words = ['bin/darkroom.ts', 'drop', folder, '--recipe', recipe, '--data', dataDir]
  await promisify(execFile)(process.execPath, words, { cwd: PROJECT_ROOT })
}

test('forty files are followed, one is understood and tried again, a batch redriven and downloaded', {
  timeout: 1_800_000,
}, async ({ skip }) => {
  if (!browser) return skip('no browser on this machine')
  const folders = { slim: join(files, 'lake'), leftmost: join(files, 'edge') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  for (let nth = 0; nth < FILES - 3; nth++) {
    const { png } = await onePerson(PEOPLE[nth % PEOPLE.length], 600)
    // Each a file of its own.
    const jpeg = sharp(png).withExif({ IFD0: { ImageDescription: `${nth}` } })
    writeFileSync(join(folders.slim, `${nth}.jpg`), await jpeg.jpeg().toBuffer())
  }
  writeFileSync(join(folders.slim, 'nobody.png'), (await emptyRoom()).png)
  writeFileSync(join(folders.leftmost, 'cut off.png'), await cutOff())
  const { page, origin, trouble, close } = await openConsolePage(browser, String(run.at.consoleUrl))
  await page.getByText('darkroom drop photo.jpg').waitFor()
  await dropByCommand(folders.leftmost, 'leftmost')
  await dropByCommand(folders.slim, 'slim')
  // What comes last lacks its companion: it waits five minutes for it, and then fails.
  await putObject(run, 'drop/swap-face/alone.png', (await portrait()).png)

  // Followed, by keys alone.
  await page.waitForSelector('.list-space .list-row a')
  await page.keyboard.press('j')
  await page.goto(`${origin}/console/jobs?state=refused&recipe=leftmost`)
  await page.getByText('cut off.png').waitFor({ timeout: 300_000 })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Why it was refused').waitFor()
  // Understood: who was chosen is drawn, and who else is there.
  const people = page.getByRole('button', { name: /^Person / })
  expect(await people.count()).toBe(2)
  const failed = page.url()
  const other = (await page.locator('.person.is-worked').getAttribute('aria-label')) ?? ''
  const next = page.getByRole('button', { name: other === 'Person 1' ? 'Person 2' : 'Person 1' })
  await next.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Retry' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${failed}-1`)
  // Compared.
  await page.locator('.pane.is-after img').first().waitFor({ timeout: 300_000 })
  for (const key of ['s', 'c', 'd', '1', '+', '0']) await page.keyboard.press(key)
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')

  await page.goto(`${origin}/console/jobs?reason=NoTarget`)
  await page.getByText('nobody.png').waitFor({ timeout: 600_000 })
  await page.goto(`${origin}/console/jobs?reason=CompanionMissing`)
  await page.getByText('alone.png').waitFor({ timeout: 600_000 })
  await page.goto(`${origin}/console/jobs?state=running`)
  await page.getByText('No job').waitFor({ timeout: 600_000 })

  // A batch, of which one file is not there.
  const keys = ['files/a/1.png', 'files/b/1.png', 'files/b/2.png']
  for (const [nth, key] of keys.slice(0, 2).entries()) {
    await putObject(run, key, (await onePerson(PEOPLE[nth], 600)).png)
  }
  const lines = keys.map((key) => JSON.stringify({ key })).join('\n')
  const strict = { [TOLERATED_METADATA]: '10' }
  const batch = await dropManifest(run, 'batches/slim/day.jsonl', lines, strict)
  await page.keyboard.press('b')
  await page.locator('.batch a').first().click()
  await page.locator('.group').waitFor({ timeout: 300_000 })
  expect(await page.locator('.group .count').textContent()).toBe('1')
  await page.getByLabel('Tolerated failures, %').fill('50')
  await page.getByRole('button', { name: 'Redrive' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(batch))
  await page.addInitScript(WITHOUT_PICKER)
  await page.reload()
  await page.locator('.group').waitFor({ timeout: 300_000 })
  const redriven = new URL(page.url()).pathname.split('/').pop() ?? ''
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all results' }).click(),
  ])
  const zip = readZip(await readFile(await download.path()))
  const { items } = await readBatchItems(await endedBatch(run, redriven), {}, run)
  const results = items.flatMap(({ results: own = [] }) => own)
  const hashes = await Promise.all(
    results.map(async (key) => sha256(await readObject(run, run.at.resultsBucket, key))),
  )
  expect([...zip.keys()].toSorted()).toEqual(['a/1.png', 'b/1.png'])
  expect([...zip.values()].map(sha256).toSorted()).toEqual(hashes.toSorted())

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Open the link that').waitFor()
  expect(trouble).toEqual([])
  await close()
})
