import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import type { Frame, VideoInfo } from '../../../engine/video/video-info.ts'
import { decodeFrames } from './decode-frames.ts'
import { type DrawnVideo, drawVideo } from './draw-video.ts'

/** The bytes of a drawn video. */
export async function videoBytes(drawn: DrawnVideo): Promise<Buffer> {
  return await inFolder(
    async (folder) =>
      await readFile(await drawVideo('drawn.mp4', drawn, { driver: libavDriver(), folder })),
  )
}

/** How long a video lasts. */
export async function secondsOf(bytes: Uint8Array): Promise<number> {
  return (await infoOf(bytes)).seconds
}

/** What the engine reads of a video before it decodes it. */
export async function infoOf(bytes: Uint8Array): Promise<VideoInfo> {
  return await inFolder(async (folder) => {
    const path = join(folder, 'video.mp4')
    await writeFile(path, bytes)
    return await probeVideo(path, libavDriver())
  })
}

/** All frames of a video. */
export async function framesOf(bytes: Uint8Array): Promise<Frame[]> {
  return await inFolder(async (folder) => {
    const path = join(folder, 'video.mp4')
    await writeFile(path, bytes)
    return await decodeFrames(path)
  })
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'drawn-video-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
