import type { Page } from 'playwright-core'

/** Whether every picture is there and none was asked for since the last look. */
const STILL = `(() => {
  const all = [...document.querySelectorAll('img')]
  const now = all.map(({ src }) => src).join(' ')
  const same = globalThis.seenPictures === now
  globalThis.seenPictures = now
  return same && all.every(({ complete }) => complete)
})()`

/** Milliseconds between two looks, and in all. */
const EACH = 700
const MOST = 240_000

/**
 * Waits until all pictures in sight of a page are there. Asked from outside, because the page's policy lets nothing be
 * evaluated that waits inside.
 * @throws Error where they do not come
 */
export async function settled(page: Page): Promise<void> {
  for (let waited = 0; waited < MOST; waited += EACH) {
    if (await page.evaluate(STILL)) return
    await page.waitForTimeout(EACH)
  }
  throw new Error('The pictures of the page do not come.')
}
