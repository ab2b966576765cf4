import type { Page } from 'playwright-core'

const NOTE = `(() => {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
  }).observe({ type: 'longtask' })
})()`

/** Notes the tasks of a page's main thread that take more than 50 ms, which is what browsers call long. */
export async function noteLongTasks(page: Page): Promise<void> {
  await page.evaluate(NOTE)
}

/** Milliseconds of the tasks that were noted since they were last taken. */
export async function takeLongTasks(page: Page): Promise<number[]> {
  return (await page.evaluate('globalThis.longTasks.splice(0)')) as number[]
}
