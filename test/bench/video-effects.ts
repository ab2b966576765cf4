import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { openEngine } from '../../engine/perform.ts'
import { openResult } from '../../engine/video/open-video.ts'
import { openVideoDriver } from '../../engine/video/open-video-driver.ts'
import { probeVideo } from '../../engine/video/probe-video.ts'
import type { VideoDriver } from '../../engine/video/video-driver.ts'
import { type Frame, planesOf } from '../../engine/video/video-info.ts'
import { drawRemoval } from '../engine/effects/obj-rem-vid/draw-removal.ts'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { framesOf, videoBytes } from '../engine/video/video-bytes.ts'
import { withGrain } from '../engine/video/with-grain.ts'
import { flagValue } from './flag-value.ts'
import { segmentInBrowser } from './segment-in-browser.ts'
import { type Peer, peersOf } from './video-peers.ts'
import { watchMemory } from './watch-memory.ts'

const [WIDTH, HEIGHT] = [1280, 720]

/** Levels by which a pixel of the source that stands still may change. */
const STILL = 3

/** Levels of a sensor's grain, the standard deviation, in the video that stands for a camera's. */
const GRAIN = 2.5

type Case = {
  feature: string
  /** What is added to the feature's name. */
  as?: string
  params: Record<string, unknown>
  files: { src: Buffer } & Record<string, Buffer>
  /** The video beside which it is set. */
  beside: Buffer
}

/**
 * Each effect on videos beside transcoding the same video without one, both by x264 `veryfast`, one after the other in
 * this process: frames a second, CPU of this process and those it started, the most memory of this process so far, and
 * levels by which the result changes from frame to frame where its source stands still. The `first` task of a process
 * compiles what a `warm` one, the second, finds compiled. A second of video each, or `--seconds=30`, of which a task's
 * own start is a smaller part; `--effect=bg-replace-vid` for one of them. Below each stand the filters of ffmpeg that
 * serve the same purpose, decoded and encoded like plain transcoding, and for the background, which none of them
 * replaces, MediaPipe's own selfie segmentation. The background is also replaced in a video with a sensor's grain: one
 * that is drawn is encoded twice as fast as a camera's, and every effect takes a larger share beside it.
 *
 * With ffmpeg plain transcoding is one process, with libav a decoder, this process and an encoder, as for an effect.
 */
export async function videoEffects(flags: readonly string[]): Promise<void> {
  const seconds = Number(flagValue(flags, 'seconds') ?? 1)
  const count = 30 * seconds
  const only = flagValue(flags, 'effect')
  const engine = openEngine()
  await engine.warm()
  const memory = watchMemory()
  console.log(`720p, ${seconds} s, by ${openVideoDriver()?.name}`)
  console.log(`${'effect'.padEnd(30)} task    fps  of plain  CPU s  of plain  MB at most  flicker`)
  const shown = new Set<string>()
  for (const { feature, as, params, files, beside } of await casesOf(count, only)) {
    const name = [feature, as, ...Object.values(params)].join(' ').trimEnd().slice(0, 30)
    const tasks: { plain: Spent; spent: Spent; rss: number }[] = []
    for (let nth = 0; nth < 2; nth++) {
      const plain = await measured(() => transcode(beside))
      const spent = await measured(async () => {
        const { output } = await engine.perform({ feature, stage: 'effect', params, files })
        return output!.bytes
      })
      tasks.push({ plain, spent, rss: memory().rss })
    }
    // The frames of long videos take more memory than the effects.
    const frames = await framesOf(tasks[1]!.spent.output)
    const before = files.src === beside && (await framesOf(beside))
    const flicker = before ? stillChange(before, frames).toFixed(2) : '-'
    for (const [nth, { plain, spent, rss }] of tasks.entries()) {
      const fps = frames.length / spent.seconds
      const share = (frames.length / spent.seconds) * (plain.seconds / count)
      const cost = (spent.cpu / frames.length) * (count / plain.cpu)
      console.log(
        `${name.padEnd(30)} ${['first', 'warm'][nth]!.padEnd(5)} ${fps.toFixed(1).padStart(5)} ` +
          `${`${(100 * share).toFixed(0)} %`.padStart(9)} ` +
          `${spent.cpu.toFixed(1).padStart(6)} ${cost.toFixed(1).padStart(9)} ` +
          `${(rss / 1e6).toFixed(0).padStart(11)} ${flicker.padStart(8)}`,
      )
    }
    for (const peer of shown.has(feature) ? [] : peersOf(feature, files)) {
      const plain = await measured(() => transcode(beside))
      const spent = await measured(() => transcode(beside, peer))
      const share = `${((100 * plain.seconds) / spent.seconds).toFixed(0)} %`
      console.log(
        `${`  ffmpeg's ${peer.name}`.padEnd(36)} ${(count / spent.seconds).toFixed(1).padStart(5)} ` +
          `${share.padStart(9)} ${spent.cpu.toFixed(1).padStart(6)} ${(spent.cpu / plain.cpu).toFixed(1).padStart(9)}`,
      )
    }
    if (feature === 'bg-replace-vid' && before) {
      const fps = await segmentInBrowser(before.slice(0, 30))
      const name = '  MediaPipe in Chromium, no coding'
      console.log(`${name.padEnd(36)} ${(fps?.toFixed(1) ?? '-').padStart(5)}`)
    }
    shown.add(feature)
  }
  await engine.close()
}

/** The cases of one effect, or of all; what takes long to draw is drawn only where it is needed. */
async function casesOf(count: number, only: string | undefined): Promise<Case[]> {
  const size = { width: WIDTH, height: HEIGHT, pts: evenly(count, 512) }
  const { draw } = await drawWalk(WIDTH, HEIGHT, count)
  const src = await videoBytes({ ...size, draw })
  const grainy = await videoBytes({ ...size, draw: withGrain(draw, GRAIN) })
  const picture = await sharp(await drawScene('sea'))
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .png()
    .toBuffer()
  const painted = (template_id: string): Case => ({
    feature: 'video-trans',
    params: { template_id, dst_duration: 30 },
    files: { src },
    beside: src,
  })
  const cases: Case[] = [
    { feature: 'bg-replace-vid', params: {}, files: { src, ref: picture }, beside: src },
    {
      feature: 'bg-replace-vid',
      as: 'with grain',
      params: {},
      files: { src: grainy, ref: picture },
      beside: grainy,
    },
    ...['watercolour', 'impression'].map(painted),
    {
      feature: 'image-to-video',
      params: { template_id: 'orbit', dst_duration: 5, mode: 'std' },
      files: { src: picture },
      beside: src,
    },
  ]
  const chosen = cases.filter(({ feature }) => !only || feature === only)
  return only && only !== 'obj-rem-vid' ? chosen : [...chosen, await removalCase(count)]
}

async function removalCase(count: number): Promise<Case> {
  const scene = await drawRemoval({ width: WIDTH, height: HEIGHT, count, camera: 'pan' })
  const size = { width: WIDTH, height: HEIGHT, pts: evenly(count, 512) }
  const src = await videoBytes({ ...size, draw: scene.draw })
  const files = { src, msk: await scene.mask(0) }
  return { feature: 'obj-rem-vid', params: { frame_idx: 0 }, files, beside: src }
}

/** Decodes and encodes a video as results are, without an effect, or through one of ffmpeg's filters. */
async function transcode(bytes: Buffer, peer?: Peer): Promise<Uint8Array> {
  const driver = openVideoDriver()
  if (!driver) throw new Error('Nothing on this machine decodes videos.')
  const folder = await mkdtemp(join(tmpdir(), 'transcode-'))
  try {
    const [from, to] = [join(folder, 'from.mp4'), join(folder, 'to.mp4')]
    await writeFile(from, bytes)
    const filter = await peer?.filter(folder)
    const { program } = driver.probe(from)
    if (driver.name === 'ffmpeg') {
      const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p']
      const filtering = filter === undefined ? [] : ['-vf', filter]
      const args = ['-v', 'error', '-i', from, ...filtering, ...coding, to]
      execFileSync(program.replace(/probe$/, 'mpeg'), args)
      return await readFile(to)
    }
    const through = filter === undefined ? driver : decodingThrough(filter, driver)
    const video = openResult(await probeVideo(from, driver), { driver: through, folder }, {})
    const writer = video.write(to)
    for await (const frame of video.frames()) await writer.write(frame)
    await writer.finish()
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function decodingThrough(filter: string, driver: VideoDriver): VideoDriver {
  const decode: VideoDriver['decode'] = ({ filters, ...plan }) =>
    driver.decode({ ...plan, filters: filters.replace('scale=', `${filter},scale=`) })
  return { ...driver, decode }
}

type Spent = { seconds: number; cpu: number; output: Uint8Array }

async function measured(work: () => Promise<Uint8Array>): Promise<Spent> {
  const [began, before] = [performance.now(), await cpuSeconds()]
  const output = await work()
  return { output, seconds: (performance.now() - began) / 1000, cpu: (await cpuSeconds()) - before }
}

/** CPU seconds of this process and, on Linux, of those it started that have ended (proc(5): `cutime`, `cstime`). */
async function cpuSeconds(): Promise<number> {
  const { user, system } = process.cpuUsage()
  const stat = await readFile('/proc/self/stat', 'latin1').catch(() => '')
  const [children = '0', system2 = '0'] = stat.split(') ')[1]?.split(' ').slice(13, 15) ?? []
  return (user + system) / 1e6 + (Number(children) + Number(system2)) / TICKS
}

/** Ticks of the kernel's clock a second, as it tells them to programs. */
const TICKS = 100

/** Mean change of the result's luma from frame to frame, where that of its source changes next to nothing. */
function stillChange(source: readonly Frame[], result: readonly Frame[]): number {
  const matching = (at: number): Uint8Array =>
    planesOf(source[Math.min(source.length - 1, Math.round((at * source.length) / result.length))]!)
      .y
  let [sum, pixels] = [0, 0]
  for (let at = 1; at < result.length; at++) {
    const [one, other] = [planesOf(result[at - 1]!).y, planesOf(result[at]!).y]
    const [was, is] = [matching(at - 1), matching(at)]
    for (let pixel = 0; pixel < one.length; pixel += 3) {
      if (Math.abs(was[pixel]! - is[pixel]!) > STILL) continue
      sum += Math.abs(one[pixel]! - other[pixel]!)
      pixels++
    }
  }
  return pixels === 0 ? 0 : sum / pixels
}
