import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type Service, startService } from '../../contract/start-service.ts'
import { openCameraBrowser } from './open-camera-browser.ts'
import { SCENES } from './scenes.ts'

/** A running service, its page with the camera module, and a browser whose camera shows a face. */
export type CameraService = {
  service: Service
  url: string
  /** Undefined on a machine that has none. */
  browser: Browser | undefined
  close(): Promise<void>
}

export async function openCameraService(): Promise<CameraService> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-camera-test-'))
  const service = await startService()
  const browser = await openCameraBrowser(await SCENES.closeUp(), folder)
  const close = async () => {
    await browser?.close()
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { service, url: `${service.baseUrl}/camera/`, browser, close }
}
