import type { Page } from 'playwright-core'

/** Whether every picture is there and none was asked for since the last look. */
const STILL = `(() => {
  const all = [...document.querySelectorAll('img')]
  const now = all.map(({ src }) => src).join(' ')
  const same = globalThis.seenPictures === now
  globalThis.seenPictures = now
  return same && all.every(({ complete }) => complete)
})()`

/** Waits until all pictures in sight of a page are there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(STILL, undefined, { polling: 700, timeout: 120_000 })
}
