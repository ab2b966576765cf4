import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libavDriver } from '../../../../engine/video/libav-driver.ts'
import { probeVideo } from '../../../../engine/video/probe-video.ts'
import { drawSound, drawVideo, evenly } from '../../video/draw-video.ts'
import { videoBytes } from '../../video/video-bytes.ts'
import { warmEngine } from '../../warm-engine.ts'

const engine = warmEngine()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'video-trans-'))
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

let drawn: Promise<Buffer> | undefined
function halfASecond(): Promise<Buffer> {
  drawn ??= videoBytes({ pts: evenly(15, 512) })
  return drawn
}

async function paint(src: Uint8Array, params: object, options = {}) {
  const request = { feature: 'video-trans', stage: 'effect' as const, files: { src } }
  return await engine.perform({ ...request, params: { dst_duration: 1, ...params } }, options)
}

test('sixteen frames a second, as long as was asked, with the sound', async () => {
  const driver = libavDriver()
  const sound = await drawSound('tone.mov', folder)
  const audio = { path: sound, stream: 0, copied: false }
  const wide = { width: 1296, height: 48, pts: evenly(45, 512), audio }
  const src = await readFile(await drawVideo('source.mp4', wide, { driver, folder }))
  const counted: [number, number][] = []
  const onFrames = (done: number, total: number) => counted.push([done, total])
  const { output, seconds } = await paint(src, { template_id: 'duotone' }, { onFrames })
  expect(seconds).toBe(1)
  expect(output).toMatchObject({ contentType: 'video/mp4', extension: 'mp4' })
  expect(counted.at(-1)).toEqual([counted.length, counted.length])
  const path = join(folder, 'result.mp4')
  await writeFile(path, output!.bytes)
  const info = await probeVideo(path, driver)
  expect(info).toMatchObject({ width: 1280, height: 48, audioCodec: 'aac' })
  expect(Math.abs(info.pts.length - 16)).toBeLessThanOrEqual(1)
  expect(info.seconds).toBeCloseTo(1, 1)
})

test('a shorter video is not drawn out, and its length is what is charged', async () => {
  const { seconds } = await paint(await halfASecond(), { template_id: 'cel', dst_duration: 8 })
  expect(seconds).toBeCloseTo(0.5, 5)
})

test('a task that is stopped ends between two frames', async () => {
  const abort = new AbortController()
  const onFrames = (done: number) => {
    if (done === 3) abort.abort()
    expect(done).toBeLessThan(5)
  }
  const stopped = paint(
    await halfASecond(),
    { template_id: 'pixel_art' },
    { onFrames, signal: abort.signal },
  )
  await expect(stopped).rejects.toMatchObject({ name: 'Fault' })
})

test('a style that the catalogue does not have is refused', async () => {
  await expect(paint(await halfASecond(), { template_id: 'fresco' })).rejects.toMatchObject({
    condition: 'parameter',
  })
})
