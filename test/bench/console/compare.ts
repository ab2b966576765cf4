import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { drop } from '../../stack/drop.ts'
import { putRecipe } from '../../stack/put-recipe.ts'
import { endedJob } from '../../stack/read-job.ts'
import { openConsolePage } from '../../web/console/console-page.ts'
import { settled } from '../../web/console/settled.ts'
import { noteLongTasks, saidOf } from './long-tasks.ts'
import type { Looked } from './looked.ts'

const SIZES = [
  { name: '12 MP', width: 4000, height: 3000 },
  { name: '50 MP', width: 8660, height: 5774 },
]
const VIEWS = [
  { name: 'fit', key: '0' },
  { name: '100 %', key: '1' },
  { name: '400 %', key: '1', more: 4 },
]
const PAN_STEPS = 40

/** 12 and 50 megapixels compared at fit, 100 % and 400 %, from previews that are kept. */
export async function compare({ browser, link, run }: Looked): Promise<void> {
  // Grain over a large gradient: neither file nor tiles are as small as of a plain picture.
  await putRecipe(run, 'look', {
    steps: [{ feature: 'body-reshape', target: 'largest', parameters: { features: { slim: -1 } } }],
  })
  const system = await browser.newBrowserCDPSession()
  for (const { name, width, height } of SIZES) {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 24 }
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 85 })
      .toBuffer()
    const { job } = await drop(run, bytes, `drop/look/${width}.jpg`, { contentType: 'image/jpeg' })
    const { status, failure } = await endedJob(run, job, 600_000)
    if (status !== 'succeeded') throw new Error(`${name}: ${failure?.message}`)
    const { page, origin, close } = await openConsolePage(browser, link, {
      viewport: { width: 1440, height: 900 },
    })
    await page.waitForSelector('#jobs-title')
    await page.goto(`${origin}/console/jobs/${job}`)
    await seen(page)
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-row a')
    const empty = await megabytes(system)
    const began = Date.now()
    await page.goto(`${origin}/console/jobs/${job}`)
    await firstSight(page)
    const first = Date.now() - began
    await settled(page)
    for (const { name: view, key, more = 1 } of VIEWS) {
      await page.keyboard.press(key)
      for (let factor = 1; factor < more * 0.99; factor *= 1.5) await page.keyboard.press('+')
      await settled(page)
      const noted = await noteLongTasks(browser, page)
      const stage = page.locator('.stage')
      await stage.focus()
      for (let step = 0; step < PAN_STEPS; step++) {
        await page.keyboard.press(step % 4 < 2 ? 'ArrowRight' : 'ArrowDown')
        await page.waitForTimeout(16)
      }
      const long = await noted.stop()
      await settled(page)
      const grown = (await megabytes(system)) - empty
      console.log(
        `  ${name} at ${view}: first sight ${first} ms from kept previews; panning had ${saidOf(long)}; ` +
          `${grown.toFixed(0)} MB more`,
      )
    }
    await close()
  }
}

/** Milliseconds between two looks whether both pictures are there; a browser tells nobody. */
const LOOK_MS = 25
const BOTH = `[...document.querySelectorAll('.pane')].length > 1 && [...document.querySelectorAll('.pane')]
  .every((pane) => [...pane.querySelectorAll('img')].some(({ complete, naturalWidth }) => complete && naturalWidth > 0))`

/** Both pictures are there for the first time, whatever becomes finer afterwards. */
async function firstSight(page: Page): Promise<void> {
  while (!(await page.evaluate(BOTH))) await page.waitForTimeout(LOOK_MS)
}

/** Both pictures are there. */
async function seen(page: Page): Promise<void> {
  await page.locator('.pane.is-after img').first().waitFor()
  await settled(page)
}

/** What all processes of the browser have in memory, shared pages counted by their part. */
async function megabytes(system: CDPSession): Promise<number> {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const kilobytes = processInfo.map(({ id }) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}
