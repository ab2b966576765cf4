import type { Page } from 'playwright-core'

/** Gathers the names of the rows that are drawn, and goes one screen down; says whether that was the end. */
const GATHER = `(() => {
  const list = document.querySelector('.list')
  globalThis.rowsSeen ??= new Map()
  for (const row of document.querySelectorAll('.list-space .list-row')) {
    globalThis.rowsSeen.set(row.getAttribute('aria-rowindex'), row.querySelector('.name').textContent)
  }
  const before = list.scrollTop
  list.scrollTop += list.clientHeight
  return list.scrollTop === before
})()`

/** The names of all rows of the list, by going down it from its top. */
export async function rowsOf(page: Page): Promise<string[]> {
  await page.evaluate(
    'globalThis.rowsSeen = undefined; document.querySelector(".list").scrollTop = 0',
  )
  await page.waitForTimeout(100)
  while (!(await page.evaluate(GATHER))) await page.waitForTimeout(60)
  await page.evaluate(GATHER)
  return await page.evaluate('[...globalThis.rowsSeen.values()]')
}
