import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from 'playwright-core'
import { serveCamera } from '../../local/camera/serve-camera.ts'
import { openCameraPage } from '../web/camera/camera-page.ts'
import { openCameraBrowser } from '../web/camera/open-camera-browser.ts'
import { SCENES } from '../web/camera/scenes.ts'
import { quantile } from './quantile.ts'

const OPENINGS = 20
const WATCHED_MS = 10_000
const FACE_FILES = /wasm$|^face_/

/** Notes how long the page's thread is held up: the gaps between turns of a timer of 5 ms. */
const GAPS = `
  window.gaps = []
  let last = performance.now()
  setInterval(() => { const now = performance.now(); window.gaps.push(now - last - 5); last = now }, 5)`

/**
 * Speed, size and memory of the camera module in Chromium: the time to the first verdict with warm caches, verdicts a
 * second at 720p, how long the page's thread is held up, bytes of the face modes, memory over openings.
 */
export async function cameraModule(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-camera-bench-'))
  const site = serveCamera(join(folder, 'site'))
  const server = createServer((request, response) => {
    if (!site(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/camera/`
  const browser = await openCameraBrowser(await SCENES.small(), folder)
  if (!browser) throw new Error('There is no browser on this machine.')
  try {
    const { page, ...kit } = await openCameraPage(browser, url, [GAPS])
    await kit.open({ faceDetectionMode: 'skincare' })
    await kit.heard('faceQualityChanged')
    await page.reload()
    await kit.open({ faceDetectionMode: 'skincare' })
    await kit.heard('faceQualityChanged')
    const first = await page.evaluate('performance.now()')
    console.log(`first verdict after the page began to load, warm: ${Math.round(Number(first))} ms`)
    await page.evaluate('void (window.gaps.length = 0)')
    await kit.forget()
    await page.waitForTimeout(WATCHED_MS)
    const verdicts = await page.evaluate('window.heard.length')
    console.log(
      `verdicts: ${((Number(verdicts) * 1000) / WATCHED_MS).toFixed(1)} a second at 1280 x 720`,
    )
    const gaps = (await page.evaluate('window.gaps')) as number[]
    console.log(`page held up, p99: ${quantile(gaps, 0.99).toFixed(1)} ms`)
    for (let opening = 1; opening <= OPENINGS; opening++) {
      await kit.forget()
      await kit.call('CameraKit.close()')
      await kit.heard('closed')
      await kit.call('CameraKit.openCameraKit()')
      await kit.heard('faceQualityChanged')
      if (opening % 5 === 0) console.log(`opening ${opening}: ${await memory(page)}`)
    }
    printSizes(join(folder, 'site'))
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What page and worker hold after a collection, by the browser's own count. */
async function memory(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    embedderHeapUsedSize?: number
  }
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return `${((usedSize + embedderHeapUsedSize) / 1e6).toFixed(1)} MB of the page, ${nodes} nodes`
}

function printSizes(site: string): void {
  const [hash = ''] = readdirSync(join(site, 'assets'))
  const assets = join(site, 'assets', hash)
  const files = [
    ...['camera-kit.js', 'camera-kit-worker.js'].map((name) => join(site, name)),
    ...readdirSync(assets)
      .filter((name) => FACE_FILES.test(name))
      .map((name) => join(assets, name)),
  ]
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }
  const bytes = files.map((file) => brotliCompressSync(readFileSync(file), options).length)
  const sum = bytes.reduce((total, one) => total + one, 0)
  console.log(`face modes over the wire: ${(sum / 1e6).toFixed(2)} MB with Brotli`)
}
