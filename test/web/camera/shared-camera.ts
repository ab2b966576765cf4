import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type Service, startService } from '../../contract/start-service.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { openCameraBrowser } from './open-camera-browser.ts'
import { SCENES } from './scenes.ts'

/** A running service, its page with the camera module, and a browser with a camera. */
type SharedCamera = {
  /** In `npm test` its engine does nothing. */
  service: Service
  url: string
  /** Its camera shows a face. Undefined on a machine that has none. */
  browser: Browser | undefined
}

let folder: string | undefined
let opened: Promise<SharedCamera> | undefined

/** What all suites of one test file share, because it takes longer to start than most of them. */
export function sharedCamera(): Promise<SharedCamera> {
  opened ??= open()
  return opened
}

async function open(): Promise<SharedCamera> {
  folder = mkdtempSync(join(tmpdir(), 'darkroom-camera-test-'))
  const service = await startService(isEveryCaseTried() ? {} : { intercept: noopWorker() })
  const browser = await openCameraBrowser(await SCENES.closeUp(), folder)
  return { service, url: `${service.baseUrl}/camera/`, browser }
}

/** Ends both; the next test file in this process starts its own. */
export async function closeCamera(): Promise<void> {
  const { browser, service } = await sharedCamera()
  opened = undefined
  await browser?.close()
  await service.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
}
