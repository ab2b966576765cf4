import sparticuz from '@sparticuz/chromium'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './launch-browser.ts'
import { unpackBrowser } from './unpack-browser.ts'

/** The npm package carries a browser for these only; elsewhere the Chrome that is installed serves. */
const CARRIED = process.platform === 'linux'

/** What its package switches off, because pages on Lambda are trusted: the same-origin policy. */
const INSECURE = ['--disable-web-security', '--disable-site-isolation-trials']

/**
 * A real browser without a window. Undefined on a machine that has none.
 * @param webSecurity whether pages are kept apart by the same-origin policy as in everybody's browser
 */
export async function openBrowser({ webSecurity = false } = {}): Promise<Browser | undefined> {
  return CARRIED
    ? launchBrowser({
        args: sparticuz.args.filter(
          (flag) => !flag.startsWith('--headless') && !(webSecurity && INSECURE.includes(flag)),
        ),
        executablePath: await unpackBrowser(),
      })
    : launchBrowser({ channel: 'chrome' }).catch(() => undefined)
}
