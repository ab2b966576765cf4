import { openConsolePage } from '../../web/console/console-page.ts'
import { liveJobs } from '../../web/console/live-jobs.ts'
import { flagValue } from '../flag-value.ts'
import { median } from '../median.ts'
import { quantile } from '../quantile.ts'
import type { Looked } from './looked.ts'
import { pageCost, spent } from './page-cost.ts'

const EACH_MS = 60_000 / 1000
/** Jobs that run at the same time. */
const RUNNING = 12
/** The screen takes all of these. */
const FIRST = 12

/** Notes when the units of a row, which are a number of their own each, come into the document. */
const WATCH = `(() => {
  globalThis.shown = {}
  new MutationObserver(() => {
    for (const cell of document.querySelectorAll('.list-space .units')) {
      const number = Number(cell.textContent.replace(/\\D/g, ''))
      if (number > 1) globalThis.shown[number] ??= Date.now()
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`

/** 1,000 changes a minute: half of them begin a job, half end one that is in sight. */
export async function changes({ browser, link, flags }: Looked): Promise<void> {
  const minutes = Number(flagValue(flags, 'minutes') ?? 10)
  const viewport = { width: 1440, height: 1400 }
  const { page, origin, close } = await openConsolePage(browser, link, { viewport })
  await page.waitForSelector('#jobs-title')
  const live = await liveJobs(page, FIRST)
  await page.goto(`${origin}/console/jobs`)
  await page.waitForSelector('.list-space .list-row')
  await page.evaluate(WATCH)
  const { read, kept } = await pageCost(page)
  const made = new Map<number, number>()
  let units = 1
  const began = Date.now()
  const figures: { heap: number; nodes: number }[] = []
  let before = await read()
  let busy = 0
  for (let nth = 0; nth < (minutes * 60_000) / EACH_MS; nth++) {
    const running = live.running()
    const oldest = running.at(-1)
    if (nth % 2 === 0 && running.length < RUNNING) live.begin()
    else if (oldest) {
      units += 1
      live.end(oldest, units)
      made.set(units, Date.now())
    }
    // What begins is shown at once, so that it ends in sight.
    if (nth % 8 === 0) await page.keyboard.press('n')
    const next = began + nth * EACH_MS
    await page.waitForTimeout(Math.max(1, next - Date.now()))
    if (nth > 0 && nth % 1000 === 0) {
      const now = await read()
      busy = Math.max(busy, spent(before, now).task / 60)
      figures.push(await kept())
      before = await read()
    }
  }
  await page.waitForTimeout(3000)
  figures.push(await kept())
  const shown = (await page.evaluate('globalThis.shown')) as Record<string, number>
  const late = [...made].flatMap(([number, at]) => (shown[number] ? [shown[number] - at] : []))
  const [first, last] = [figures[1] ?? figures[0], figures.at(-1)]
  const growth = (name: 'heap' | 'nodes') =>
    (((last?.[name] ?? 0) / (first?.[name] ?? 1) - 1) * 100).toFixed(1)
  console.log(
    `  ${minutes} minutes: main thread ${(busy * 100).toFixed(1)} % busy at most; heap ` +
      `${((last?.heap ?? 0) / 1e6).toFixed(1)} MB (${growth('heap')} % since the second minute), ` +
      `${last?.nodes} nodes (${growth('nodes')} %); shown after ${median(late).toFixed(0)} ms, ` +
      `p99 ${quantile(late, 0.99).toFixed(0)}, ${Math.max(...late)} at most; ${late.length} of ${made.size} seen`,
  )
  await close()
}
