import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { serveCamera } from '../../local/camera/serve-camera.ts'
import { openCameraPage } from '../web/camera/camera-page.ts'
import { openCameraBrowser } from '../web/camera/open-camera-browser.ts'
import { SCENES } from '../web/camera/scenes.ts'
import { quantile } from './quantile.ts'

const OPENINGS = 20
const WATCHED_MS = 10_000
/** What is loaded beside the scripts, by the modes. */
const FILES = {
  'face modes': /wasm$|^face_/,
  'hand modes': /wasm$|^hand/,
  necklace: /wasm$|^face_|^pose_/,
}

/** Notes how long the page's thread is held up: the gaps between turns of a timer of 5 ms. */
const GAPS = `
  window.gaps = []
  let last = performance.now()
  setInterval(() => { const now = performance.now(); window.gaps.push(now - last - 5); last = now }, 5)`

/**
 * Speed, size and memory of the camera module in Chromium: the time to the first verdict with warm caches, verdicts a
 * second at 720p, how long the page's thread is held up, bytes by modes, memory over openings. A busy machine takes
 * longer for the same processor time, which is printed beside.
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
    const before = (await renderer(browser)).cpuTime
    await page.reload()
    await kit.open({ faceDetectionMode: 'skincare' })
    await kit.heard('faceQualityChanged')
    const first = await page.evaluate('performance.now()')
    const loading = (await renderer(browser)).cpuTime - before
    console.log(
      `first verdict after the page began to load, warm: ${Math.round(Number(first))} ms, ` +
        `${Math.round(loading * 1000)} ms of processor time`,
    )
    await page.evaluate('void (window.gaps.length = 0)')
    await kit.forget()
    const began = (await renderer(browser)).cpuTime
    await page.waitForTimeout(WATCHED_MS)
    const verdicts = Number(await page.evaluate('window.heard.length'))
    const watched = (await renderer(browser)).cpuTime - began
    console.log(
      `verdicts: ${((verdicts * 1000) / WATCHED_MS).toFixed(1)} a second at 1280 x 720, ` +
        `${((watched * 1000) / verdicts).toFixed(1)} ms of processor time each`,
    )
    const gaps = (await page.evaluate('window.gaps')) as number[]
    console.log(`page held up, p99: ${quantile(gaps, 0.99).toFixed(1)} ms`)
    for (let opening = 1; opening <= OPENINGS; opening++) {
      await kit.forget()
      await kit.call('CameraKit.close()')
      await kit.heard('closed')
      await kit.call('CameraKit.openCameraKit()')
      await kit.heard('faceQualityChanged')
      if (opening % 5 === 0 || opening === 1)
        console.log(`opening ${opening}: ${await memory(page, browser)}`)
    }
    printSizes(join(folder, 'site'))
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The process of the page and its worker. */
async function renderer(browser: Browser): Promise<{ id: number; cpuTime: number }> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const all = processInfo.filter(({ type }) => type === 'renderer')
  return all.toSorted((one, other) => other.cpuTime - one.cpuTime)[0]!
}

/** What page and worker hold after a collection: the page's own count, and the memory of their process. */
async function memory(page: Page, browser: Browser): Promise<string> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  const { id } = await renderer(browser)
  const status = readFileSync(`/proc/${id}/status`, 'utf8')
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  return `${resident.toFixed(0)} MB of the process, ${(usedSize / 1e6).toFixed(1)} MB of the page, ${nodes} nodes`
}

function printSizes(site: string): void {
  const [hash = ''] = readdirSync(join(site, 'assets'))
  const assets = join(site, 'assets', hash)
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }
  const sizes = new Map<string, number>()
  const sizeOf = (file: string): number => {
    const size = sizes.get(file) ?? brotliCompressSync(readFileSync(file), options).length
    sizes.set(file, size)
    return size
  }
  const scripts = ['camera-kit.js', 'camera-kit-worker.js'].map((name) => join(site, name))
  for (const [modes, wanted] of Object.entries(FILES)) {
    const loaded = readdirSync(assets).filter((name) => wanted.test(name))
    const files = [...scripts, ...loaded.map((name) => join(assets, name))]
    const sum = files.reduce((total, file) => total + sizeOf(file), 0)
    console.log(`${modes} over the wire: ${(sum / 1e6).toFixed(2)} MB with Brotli`)
  }
}
