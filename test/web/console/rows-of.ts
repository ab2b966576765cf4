import type { Page } from 'playwright-core'

/**
 * Gathers the names of the rows that are drawn, and goes one screen down. Says whether that was the end, or that the
 * rows in sight are not drawn yet.
 */
const GATHER = `(() => {
  const list = document.querySelector('.list')
  const rows = [...document.querySelectorAll('.list-space .list-row')]
  const [box, space, ...drawn] = [list, document.querySelector('.list-space'), ...rows]
    .map((element) => element.getBoundingClientRect())
  const [top, bottom] = [Math.max(box.top, space.top) + 1, Math.min(box.bottom, space.bottom) - 1]
  const reaches = (y) => drawn.some((row) => row.top <= y && row.bottom >= y)
  if (!reaches(top) || !reaches(bottom)) return 'not drawn'
  for (const row of rows) {
    globalThis.rowsSeen.set(row.getAttribute('aria-rowindex'), row.querySelector('.name').textContent)
  }
  const before = list.scrollTop
  list.scrollTop += list.clientHeight
  return list.scrollTop === before ? 'end' : 'more'
})()`

const BEGIN = `{
  globalThis.rowsSeen = new Map()
  document.querySelector('.list').scrollTop = 0
}`

/** The names of all rows of the list, by going down it from its top. */
export async function rowsOf(page: Page): Promise<string[]> {
  await page.evaluate(BEGIN)
  for (let found = ''; found !== 'end'; found = await page.evaluate(GATHER)) {
    if (found === 'not drawn') await page.waitForTimeout(20)
  }
  return await page.evaluate('[...globalThis.rowsSeen.values()]')
}
