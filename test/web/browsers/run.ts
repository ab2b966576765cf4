import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CAMERA_HEADERS } from '../../../lib/camera/camera-headers.ts'
import { serveCamera } from '../../../local/camera/serve-camera.ts'
import type { CameraOptions } from '../../../web/camera/public-types.ts'
import { LISTEN, STAGE } from '../camera/camera-page.ts'
import { SCENES, type SceneName } from '../camera/scenes.ts'
import { type Driver, insist } from './driver.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

// The camera module in browsers that no npm package brings: `node test/web/browsers/run.ts firefox` or `webkit`. Debian
// has them: `apt-get install firefox-esr`; `apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good`.

const BROWSERS: Readonly<Record<string, () => Promise<Driver>>> = {
  firefox: openFirefox,
  webkit: openWebKit,
}

/** What is taken: each scene is shown until its picture is asked for. */
const RUNS: readonly (readonly [CameraOptions, readonly SceneName[]])[] = [
  [{ faceDetectionMode: 'skincare', imageFormat: 'blob' }, ['closeUp']],
  [{ faceDetectionMode: 'teethwhiten', language: 'jpn' }, ['smile']],
  [{ faceDetectionMode: 'wrist', language: 'deu' }, ['hand']],
  [{ faceDetectionMode: 'hairtype' }, ['bust', 'turnedRight', 'turnedLeft']],
]

/** Browsers whose streams of a canvas stay at the first picture. */
const STILL = ['webkit']

const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/camera/stage.html': [
    'text/html',
    '<!doctype html><html lang="en"><title>Stage</title><script src="stage.js"></script>' +
      '<div id="CameraKit-module"></div><script src="camera-kit.js"></script>',
  ],
  '/camera/stage.js': ['text/javascript', `{${LISTEN}}{${STAGE}}`],
}

async function check(driver: Driver, url: string, name: string): Promise<void> {
  const heard = (name: string) =>
    insist(async () => {
      const [failed] = await events('cameraFailed')
      if (failed) throw new Error(JSON.stringify(failed))
      const [found] = await events(name)
      if (!found) throw new Error(`${name} did not come.`)
      return found
    }, 120_000)
  const events = async (name: string) =>
    (await driver.evaluate(
      `window.heard.filter(([one]) => one === '${name}').map((all) => all.map((value) =>
        value?.images ? value.images.map(({ phase, width, height, image }) =>
          [phase, width, height, image.size ?? image.length].join(' ')) : value))`,
    )) as unknown[][]
  await driver.goto(url)
  console.log(await driver.evaluate('navigator.userAgent'))
  for (const [options, scenes] of RUNS) {
    if (scenes.length > 1 && STILL.includes(name)) continue
    const began = Date.now()
    await driver.evaluate('void (window.heard.length = 0)')
    await show(driver, scenes[0]!)
    await driver.evaluate(
      `(CameraKit.init(${JSON.stringify({ ...options, countingDuration: 2_500 })}), CameraKit.openCameraKit())`,
    )
    await heard('faceQualityChanged')
    console.log(`${options.faceDetectionMode}: first verdict after ${Date.now() - began} ms`)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    console.log(`  verdicts a second: ${await driver.evaluate('CameraKit.getInfo().fps')}`)
    for (const [phase, scene] of scenes.entries()) {
      await show(driver, scene)
      const step = `document.querySelector('#CameraKit-module').shadowRoot.querySelector('.step').textContent`
      if (phase + 1 === scenes.length) break
      await insist(async () => {
        const said = String(await driver.evaluate(step))
        if (Number(/\d+/.exec(said)) !== phase + 2)
          throw new Error(`${scene} was not taken: ${said}`)
      }, 120_000)
    }
    const [, pictures] = await heard('faceDetectionCaptured')
    console.log(`  pictures (phase, width, height, bytes): ${String(pictures)}`)
    const lit = await driver.evaluate(
      `window.tracks.some(({ readyState }) => readyState === 'live')`,
    )
    if (lit) throw new Error('The camera is still on.')
    await driver.evaluate('void CameraKit.close()')
    await heard('closed')
  }
}

async function show(driver: Driver, scene: SceneName): Promise<void> {
  await driver.evaluate(`window.show('${(await SCENES[scene]()).toString('base64')}')`)
}

const name = process.argv[2] ?? ''
const open = BROWSERS[name]
if (!open) throw new Error(`Name one of ${Object.keys(BROWSERS).join(', ')}.`)
const folder = mkdtempSync(join(tmpdir(), 'darkroom-browsers-'))
const site = serveCamera(join(folder, 'site'))
const server = createServer((request, response) => {
  const file = FILES[request.url ?? '']
  if (file) response.writeHead(200, { ...CAMERA_HEADERS, 'content-type': file[0] }).end(file[1])
  else if (!site(request, response)) response.writeHead(404).end()
}).listen(0, '127.0.0.1')
await new Promise((listening) => server.once('listening', listening))
const driver = await open()
try {
  await check(
    driver,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/camera/stage.html`,
    name,
  )
} finally {
  await driver.close()
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
