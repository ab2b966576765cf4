import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../browser/launch-browser.ts'
import { unpackBrowser } from '../../browser/unpack-browser.ts'

/**
 * What the browser's package sets for Lambda and trusted pages, and no visitor's browser has: above all an emulated
 * graphics card, which takes most of the processor's time.
 */
const UNUSUAL = new RegExp(
  [
    '--disable-web-security|--disable-site-isolation-trials|--headless|SharedArrayBuffer',
    '--single-process|--no-zygote|gl|gpu|swiftshader',
  ].join('|'),
)

/**
 * A browser whose camera shows a frame for ever, and which is allowed without asking.
 * @param frame a JPEG
 * @param folder for the file of the fake camera
 * @returns undefined on a machine that has no browser
 */
export async function openCameraBrowser(
  frame: Uint8Array,
  folder: string,
): Promise<Browser | undefined> {
  const film = join(folder, 'camera.mjpeg')
  writeFileSync(film, Buffer.concat([frame, frame, frame]))
  const camera = [
    '--disable-gpu',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
  return process.platform === 'linux'
    ? launchBrowser({
        args: [...sparticuz.args.filter((flag) => !UNUSUAL.test(flag)), ...camera],
        executablePath: await unpackBrowser(),
      })
    : launchBrowser({ channel: 'chrome', args: camera }).catch(() => undefined)
}
