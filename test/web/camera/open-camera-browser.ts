import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openPageBrowser } from '../../browser/open-page-browser.ts'

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
  return await openPageBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
}
