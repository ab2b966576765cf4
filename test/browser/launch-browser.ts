import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Milliseconds in which a browser has to open its first page; on a busy machine it takes some seconds. */
const FIRST_PAGE_MS = 60_000

const CLOSE_MS = 10_000

/** A browser that does not open its first page in time never will: another one is started in its place. */
const TRIES = 3

/**
 * Launches a browser that opens pages. Now and then one starts, answers its driver and never opens a page; the driver
 * waits for it without an end, and each test of a file would take all the time that a test may take.
 * @throws what the launch throws, or an error that says that no page opened
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  for (let tried = 1; tried <= TRIES; tried++) {
    const browser = await chromium.launch(options)
    // The page stays: a browser of one process ends with its last page.
    if (await within(FIRST_PAGE_MS, browser.newPage())) return browser
    // Its driver ends the process at the latest with its own.
    await within(CLOSE_MS, browser.close())
  }
  throw new Error(`None of ${TRIES} browsers opened a page within ${FIRST_PAGE_MS} ms.`)
}

/** Whether something was done in so many milliseconds. */
async function within(ms: number, doing: Promise<unknown>): Promise<boolean> {
  const done = new AbortController()
  const waiting = pause(ms, false, { signal: done.signal }).catch(() => false)
  try {
    return await Promise.race([doing.then(() => true), waiting])
  } finally {
    done.abort()
  }
}
