import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { pictureFromFrame } from '../../engine/video/picture-from-frame.ts'
import type { Frame } from '../../engine/video/video-info.ts'
import { lumaWeights } from '../../engine/video/yuv-matrix.ts'
import { unpackBrowser } from '../browser/unpack-browser.ts'

const PACKAGE = '@mediapipe/selfie_segmentation'
const ORIGIN = 'http://peer.invalid/'

/**
 * Frames a second that MediaPipe's own selfie segmentation cuts out and puts before another background in Chromium,
 * each frame by itself, with emulated graphics; neither decoding nor encoding counts. Undefined where there is no
 * browser.
 */
export async function segmentInBrowser(frames: readonly Frame[]): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const executablePath = await unpackBrowser()
  const browser = await chromium.launch({ args: sparticuz.args, executablePath })
  try {
    const page = await browser.newPage()
    await serve(page)
    await page.goto(ORIGIN)
    const pictures = await Promise.all(
      frames.map(async (frame) => (await jpegOf(frame)).toString('base64')),
    )
    return await page.evaluate(`(${CUT_OUT})(${JSON.stringify(pictures)})`)
  } finally {
    await browser.close()
  }
}

async function jpegOf(frame: Frame): Promise<Buffer> {
  const { data, width, height } = pictureFromFrame(frame, lumaWeights({}, frame.height))
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function serve(page: Page): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
  await page.route(`${ORIGIN}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    if (name === '') {
      const body = '<script src="selfie_segmentation.js"></script>'
      return await route.fulfill({ contentType: 'text/html', body })
    }
    await route.fulfill({ body: await readFile(join(folder, name)), contentType: typeOf(name) })
  })
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript'
  return name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
}

/** In the page. The first frame, which loads the model, does not count; of the last step an encoder has its pixels. */
const CUT_OUT = `async (pictures) => {
  const images = await Promise.all(pictures.map(async (picture) => {
    const image = new Image()
    image.src = 'data:image/jpeg;base64,' + picture
    await image.decode()
    return image
  }))
  const { width, height } = images[0]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const segmentation = new SelfieSegmentation({ locateFile: (name) => '/' + name })
  segmentation.setOptions({ modelSelection: 0 })
  segmentation.onResults(({ segmentationMask, image }) => {
    context.clearRect(0, 0, width, height)
    context.drawImage(segmentationMask, 0, 0, width, height)
    context.globalCompositeOperation = 'source-in'
    context.drawImage(image, 0, 0, width, height)
    context.globalCompositeOperation = 'destination-over'
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'source-over'
    context.getImageData(0, 0, width, height)
  })
  await segmentation.send({ image: images[0] })
  const began = performance.now()
  for (const image of images) await segmentation.send({ image })
  return (1000 * images.length) / (performance.now() - began)
}`
