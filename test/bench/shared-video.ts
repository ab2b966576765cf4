import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { videoBytes } from '../engine/video/video-bytes.ts'
import { drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { type Mortal, startMortal } from '../stack/kill-loop.ts'
import { putRecipe } from '../stack/put-recipe.ts'
import { endedJob } from '../stack/read-job.ts'
import { flagValue } from './flag-value.ts'

const MOST_MS = 1_800_000

/**
 * A drawn video of 720p gets another background in a run of its own: made by one worker, shared by two, two such videos
 * at once, and one whose run is killed (SIGKILL) in the middle and started again. Prints wall seconds from the drop to
 * the job's end, and the most memory that the run and its decoders and encoders had together.
 * `--seconds=10` of video.
 */
export async function sharedVideo(flags: readonly string[]): Promise<void> {
  const given = flagValue(flags, 'seconds')
  const count = Math.round(30 * Number(given ?? 10))
  const { width, height, draw } = await drawWalk(1280, 720, count)
  const src = await videoBytes({ width, height, draw, pts: evenly(count, 512) })
  console.log(`${count} frames of 720p`)
  console.log(`${'videos'.padEnd(36)} ${'how they ended'.padEnd(20)} seconds  MB at most`)
  await report('one, by one worker', 'real', src, 1, false)
  await report('one, by two workers', 'sharing', src, 1, false)
  await report('two at once, by two workers', 'sharing', src, 2, false)
  await report('one, by two workers, killed once', 'sharing', src, 1, true)
}

async function report(
  name: string,
  kind: 'real' | 'sharing',
  src: Buffer,
  videos: number,
  killed: boolean,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  let mortal = await startMortal(dataDir, kind)
  try {
    await prepareRecipe(mortal)
    const memory = watchTree(() => mortal.pid)
    const began = performance.now()
    const dropped = Array.from({ length: videos }, (_, at) =>
      drop(mortal.run, src, `drop/beach/${at}.mp4`),
    )
    const jobs = (await Promise.all(dropped)).map(({ job }) => job)
    if (killed) {
      await eventually('its survey', () => isShared(mortal), MOST_MS)
      await pause(5_000)
      await mortal.kill()
      mortal = await startMortal(dataDir, kind)
    }
    const ends = await Promise.all(jobs.map((job) => endedJob(mortal.run, job, MOST_MS)))
    const seconds = (performance.now() - began) / 1000
    const how = ends.map(({ status, failure }) => failure?.code ?? status).join(', ')
    const most = (memory.stop() / 1e6).toFixed(0)
    console.log(
      `${name.padEnd(36)} ${how.padEnd(20)} ${seconds.toFixed(1).padStart(7)} ${most.padStart(11)}`,
    )
  } finally {
    await mortal.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepareRecipe({ run }: Mortal): Promise<void> {
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d02020' } }
  const [Bucket, Body] = [run.at.dropBucket, await sharp(red).png().toBuffer()]
  await run.s3.send(new PutObjectCommand({ Bucket, Key: 'inputs/red.png', Body }))
  await putRecipe(run, 'beach', {
    steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/red.png' } } }],
  })
}

/** True once workers have a video to share. */
async function isShared({ run }: Mortal): Promise<true | undefined> {
  const { Contents = [] } = await run.s3.send(
    new ListObjectsV2Command({ Bucket: run.at.service.files, Prefix: 'segments/' }),
  )
  return Contents.length > 0 || undefined
}

/** Watches the memory of a process and its descendants until it is stopped, which gives the most, in bytes. */
function watchTree(pidOf: () => number): { stop(): number } {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await memoryOfTree(pidOf()))
  }, 500)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

/**
 * Of a process and its descendants, by proc(5); 0 where the system has none. Pages that several of them share, such as
 * the program itself, are divided among them: the sum of their resident sizes counts these once for each.
 */
async function memoryOfTree(root: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  }
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true
    const parent = parents.get(pid)
    return parent !== undefined && parent > 1 && isBelow(parent)
  }
  let sum = 0
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    sum += 1024 * Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return sum
}
