import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { answerJobs } from '../../web/console/answer-jobs.ts'
import { openConsolePage } from '../../web/console/console-page.ts'
import { median } from '../median.ts'
import { quantile } from '../quantile.ts'
import type { Looked } from './looked.ts'
import { pageCost, spent } from './page-cost.ts'

const JOBS = 20_000
/** Rows whose two pictures are loaded before it is measured. */
const ROWS_WITH_PICTURES = 150
const SPEED = 6000
const SECONDS = 5
const RUNS = 3

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

type Scrolled = { gaps: number[]; blank: number }

/**
 * Scrolls a box at a speed for some seconds. Notes the time of each frame, and for how long no row was under the middle
 * of the box at most: looked at before the box is moved, which is what was painted.
 */
const SCROLL = `((selector, rows, speed, seconds) => {
  const box = document.querySelector(selector)
  const { left, top, width, height } = box.getBoundingClientRect()
  const gaps = []
  let [at, from, blankFrom, blank] = [performance.now(), performance.now(), undefined, 0]
  globalThis.scrolled = undefined
  const step = (now) => {
    gaps.push(now - at)
    if (rows) {
      const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.list-row')
      if (row) blankFrom = undefined
      else blankFrom ??= now
      if (blankFrom !== undefined) blank = Math.max(blank, now - blankFrom)
    }
    box.scrollTop += (speed * (now - at)) / 1000
    at = now
    if (now - from < seconds * 1000) requestAnimationFrame(step)
    else globalThis.scrolled = { gaps: gaps.slice(1), blank }
  }
  requestAnimationFrame(step)
})`

/** A box without anything in it, in which only the browser's own work is left. */
const EMPTY = `(() => {
  const box = document.createElement('div')
  box.id = 'nothing'
  Object.assign(box.style, { position: 'fixed', inset: '0', overflow: 'auto', zIndex: 9 })
  const inner = document.createElement('div')
  inner.style.height = '1500000px'
  box.append(inner)
  document.body.append(box)
})()`

async function scrolled(page: Page, selector: string, rows: boolean): Promise<Scrolled> {
  await page.evaluate(`${SCROLL}('${selector}', ${rows}, ${SPEED}, ${SECONDS})`)
  for (;;) {
    await page.waitForTimeout(250)
    const found = (await page.evaluate('globalThis.scrolled')) as Scrolled | undefined
    if (found) return found
  }
}

/** 20,000 jobs and 300 thumbnails at 6,000 px a second. */
export async function scroll({ browser, link }: Looked): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const thumbnail = await sharp({
    create: { width: 256, height: 192, channels: 3, background: '#888', noise },
  })
    .webp({ quality: 75 })
    .toBuffer()
  for (const viewport of SCREENS) {
    const { page, origin, close } = await openConsolePage(browser, link, { viewport })
    await page.waitForSelector('#jobs-title')
    await answerJobs(page, JOBS)
    await page.route('**/console/api/pictures/**', (route) =>
      route.fulfill({ contentType: 'image/webp', body: thumbnail }),
    )
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-space .list-row')
    await reachEnd(page, JOBS)
    await page.evaluate('document.querySelector(".list").scrollTop = 0')
    const { read, kept } = await pageCost(page)
    await seePictures(page)
    const runs: { ms: number; fps: number; p95: number }[] = []
    for (let nth = 0; nth < RUNS; nth++) {
      await page.evaluate('document.querySelector(".list").scrollTop = 0')
      await page.waitForTimeout(500)
      const before = await read()
      const { gaps } = await scrolled(page, '.list', false)
      const { script, layout, style } = spent(before, await read())
      runs.push({ ms: ((script + layout + style) * 1000) / gaps.length, ...paceOf(gaps) })
    }
    // Looking for rows costs something itself, and so is a run of its own.
    const { blank } = await scrolled(page, '.list', true)
    const { heap, nodes } = await kept()
    await page.evaluate(EMPTY)
    const empty = paceOf((await scrolled(page, '#nothing', false)).gaps)
    const of = (name: keyof (typeof runs)[number]) =>
      median(runs.map((one) => one[name])).toFixed(1)
    console.log(
      `  ${viewport.width} px: script, layout and style ${of('ms')} ms a frame; ${of('fps')} frames a second, ` +
        `p95 ${of('p95')} ms; of an empty box ${empty.fps.toFixed(1)}, p95 ${empty.p95.toFixed(1)} ms; ` +
        `blank for ${blank.toFixed(0)} ms at most; ` +
        `heap ${(heap / 1e6).toFixed(1)} MB, ${nodes} nodes`,
    )
    await close()
  }
}

function paceOf(gaps: readonly number[]): { fps: number; p95: number } {
  const sum = gaps.reduce((all, gap) => all + gap, 0)
  return { fps: (gaps.length * 1000) / sum, p95: quantile(gaps, 0.95) }
}

/** Scrolls down until the oldest job is in the document; each step asks for the next page. */
export async function reachEnd(page: Page, count: number): Promise<void> {
  const down = `(() => {
    const list = document.querySelector('.list')
    list.scrollTop = list.scrollHeight
    return document.querySelector('.list-space').textContent.includes('${count - 1}.jpg')
  })()`
  while (!(await page.evaluate(down))) await page.waitForTimeout(15)
}

/** Goes down slowly over so many rows, so that their pictures are asked for. */
async function seePictures(page: Page): Promise<void> {
  for (let row = 0; row < ROWS_WITH_PICTURES; row += 4) {
    await page.evaluate(`document.querySelector(".list").scrollTop = ${row * 76}`)
    await page.waitForTimeout(120)
  }
}
