import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The npm package carries a browser for these only; elsewhere the Chrome that is installed serves. */
const CARRIED = process.platform === 'linux'

/** A real browser without a window. Undefined on a machine that has none. */
export async function openBrowser(): Promise<Browser | undefined> {
  return CARRIED
    ? chromium.launch({
        args: sparticuz.args.filter((flag) => !flag.startsWith('--headless')),
        executablePath: await sparticuz.executablePath(),
      })
    : chromium.launch({ channel: 'chrome' }).catch(() => undefined)
}
