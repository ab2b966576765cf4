import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pMap from 'p-map'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { flagValue } from '../bench/flag-value.ts'
import { openPageBrowser } from '../browser/open-page-browser.ts'
import { connect } from '../stack/connect.ts'
import { drop } from '../stack/drop.ts'
import { endedJob } from '../stack/read-job.ts'
import { twoPeoplePicture } from '../stack/test-pictures.ts'
import { settled } from '../web/console/settled.ts'
import { DEMO_FILES, type DemoFile } from './demo-files.ts'

/*
 * Takes the pictures of `docs/console.md` on a local run of its own: `node test/console-pictures/run.ts`. Those that
 * lie in `docs/images/console` are taken anew; a new one begins as an empty file of its name. Everybody in them is
 * drawn. `--at-once=4` works on four files at a time, which is faster, and shows longer times.
 */

/** What is photographed: the path of a page, and keys that are pressed on it. */
const SHOTS = [
  { name: 'jobs', file: undefined, keys: [] },
  { name: 'job', file: 'drop/slim/party/kofi and ines.jpg', keys: ['p'] },
  { name: 'compare', file: 'drop/widen/banners/lake house wide.jpg', keys: ['s'] },
] as const

const SCREENS = [
  { width: 1440, height: 900, scale: 1 },
  { width: 390, height: 844, scale: 2 },
] as const

/** Milliseconds that a page may take on a busy machine. */
const PAGE_MS = 180_000

/** A page of a documentation shows less; at this width its letters are still read. */
const KEPT_WIDTH = 1000

/** Milliseconds until a job has ended: one waits five minutes for a companion that never comes. */
const JOB_MS = 900_000

/** Pages that are made ready before they are photographed. */
const MADE_READY: Readonly<Record<string, (page: Page, origin: string) => Promise<void>>> = {
  recipes: async (page, origin) => {
    await page.goto(`${origin}/console/recipes`)
    await page.getByRole('link', { name: 'portrait', exact: true }).waitFor()
  },
  recipe: async (page, origin) => {
    await page.goto(`${origin}/console/recipes/portrait`)
    await page.getByText('Breaks no rule').waitFor()
    await page.waitForSelector('.recipe-form .step')
  },
  drop: async (page, origin) => {
    await page.goto(`${origin}/console/drop`)
    await page.getByLabel('Recipe').selectOption('softer-face')
    await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(PHOTOS)
    await page.getByText('files become jobs').waitFor()
  },
  service: async (page, origin) => {
    await page.goto(`${origin}/console/service`)
    await page.waitForSelector('.finding')
  },
  costs: async (page, origin) => {
    await page.goto(`${origin}/console/service/costs`)
    await page.waitForSelector('.plot canvas')
  },
  try: async (page, origin) => {
    const { png: buffer } = await twoPeoplePicture()
    await page.goto(`${origin}/console/try?feature=body-reshape`)
    const file = { name: 'at the party.png', mimeType: 'image/png', buffer }
    await page.locator('#file-src').setInputFiles(file)
    await page.getByRole('button', { name: 'Find people, free' }).click()
    await page.getByRole('button', { name: 'Person 2' }).click()
    await page.getByRole('button', { name: 'Try it: 1 unit' }).click()
    await page.getByAltText('After').waitFor()
    await page.evaluate('scrollTo(0, 0)')
  },
}

/** What is chosen on the page for dropping files: a folder with those that fit and some that do not. */
const PHOTOS = join(await mkdtemp(join(tmpdir(), 'darkroom-console-photos-')), 'summer party')

async function writePhotos(): Promise<void> {
  await mkdir(PHOTOS)
  for (const { key, draw } of DEMO_FILES) {
    await writeFile(join(PHOTOS, key.slice(key.lastIndexOf('/') + 1)), await draw())
  }
  await writeFile(join(PHOTOS, 'programme.pdf'), '%PDF-1.7')
  await writeFile(join(PHOTOS, 'not written.jpg'), '')
}

const FOLDER = join(PROJECT_ROOT, 'docs', 'images', 'console')
const WANTED = new Set(await readdir(FOLDER))

/** Makes a page ready and takes its picture, where it is wanted. */
async function photograph(
  page: Page,
  name: string,
  width: number,
  makeReady: () => Promise<void>,
): Promise<void> {
  if (!WANTED.has(`${name}.webp`)) return
  await makeReady()
  await settled(page)
  await sharp(await page.screenshot())
    .resize(Math.min(KEPT_WIDTH, width))
    .webp({ quality: 86 })
    .toFile(join(FOLDER, `${name}.webp`))
  process.stdout.write(`${name}.webp\n`)
}

async function take(browser: Browser, link: string, jobs: ReadonlyMap<string, string>) {
  const { origin } = new URL(link)
  for (const { width, height, scale } of SCREENS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const touch = width < 600
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme,
        locale: 'en-GB',
        hasTouch: touch,
        isMobile: touch,
        timezoneId: 'Europe/Berlin',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(PAGE_MS)
      page.setDefaultNavigationTimeout(PAGE_MS)
      await page.goto(link)
      await page.waitForSelector('.list-row a')
      for (const { name, file, keys } of SHOTS) {
        await photograph(page, `${name}-${width}-${colorScheme}`, width * scale, async () => {
          await page.goto(`${origin}/console/jobs${file ? `/${jobs.get(file)}` : ''}`)
          await page.waitForSelector(file ? '.pane img' : '.list-row a')
          for (const key of keys) await page.keyboard.press(key)
        })
      }
      for (const [name, makeReady] of Object.entries(MADE_READY)) {
        await photograph(page, `${name}-${width}-${colorScheme}`, width * scale, () =>
          makeReady(page, origin),
        )
      }
      await context.close()
    }
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'darkroom-console-pictures-'))
const run = await startLocal({
  dataDir,
  port: 0,
  consolePort: 0,
  console: true,
  connect: connectLocal,
})
const browser = await openPageBrowser()
if (!browser) throw new Error('There is no browser on this machine.')
try {
  await writePhotos()
  const connection = await connect(run.addresses)
  const jobs = new Map<string, string>()
  const concurrency = Number(flagValue(process.argv, 'at-once') ?? 1)
  const work = async ({ key, draw }: DemoFile): Promise<void> => {
    const { job } = await drop(connection, await draw(), key, { contentType: 'image/jpeg' })
    jobs.set(key, job)
    // Each takes as long as it does alone; but nobody waits for the one that waits for its companion.
    if (!key.includes('/swap-face/')) await endedJob(connection, job, JOB_MS)
  }
  await pMap(DEMO_FILES, work, { concurrency })
  for (const job of jobs.values()) await endedJob(connection, job, JOB_MS)
  await take(browser, String(run.addresses.consoleUrl), jobs)
} finally {
  await browser.close()
  await run.close()
  await rm(dataDir, { recursive: true, force: true })
  await rm(dirname(PHOTOS), { recursive: true, force: true })
}
