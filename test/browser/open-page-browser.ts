import sparticuz from '@sparticuz/chromium'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './launch-browser.ts'
import { unpackBrowser } from './unpack-browser.ts'

/**
 * What the browser's package sets for Lambda and trusted pages, and no visitor's browser has: above all a single
 * process, and an emulated graphics card that takes most of the processor's time.
 */
const UNUSUAL = new RegExp(
  [
    '--disable-web-security|--disable-site-isolation-trials|--headless|SharedArrayBuffer',
    '--single-process|--no-zygote|gl|gpu|swiftshader',
  ].join('|'),
)

/** A browser as visitors have it, without a window. Undefined on a machine that has none. */
export async function openPageBrowser(args: readonly string[] = []): Promise<Browser | undefined> {
  return process.platform === 'linux'
    ? launchBrowser({
        args: [...sparticuz.args.filter((flag) => !UNUSUAL.test(flag)), '--disable-gpu', ...args],
        executablePath: await unpackBrowser(),
      })
    : launchBrowser({ channel: 'chrome', args: [...args] }).catch(() => undefined)
}
