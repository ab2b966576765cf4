import sharp from 'sharp'
import { encodePicture, JPEG_OPTIONS } from '../../engine/media/encode-picture.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import { releaseOwnership } from '../../engine/raster/copy-on-write.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { type BenchedEffect, EFFECTS, NO_LIMITS } from './engine-effects.ts'
import { againstHuman } from './engine-human.ts'
import { installRivals } from './engine-install.ts'
import { againstOpenCv } from './engine-opencv.ts'
import { type Crowd, crowds, type Megapixels, pictureOf } from './engine-pictures.ts'
import { median } from './median.ts'

const RUNS = 7

/** Turns with another library, of some hundredths of a second each. */
const TURNS = 7

/** A task's own steps; the first decodes and finds, at once where the picture is a large JPEG and faces are looked for. */
const STEPS = ['open', 'effect', 'write'] as const

/** What each effect costs by step and size, and what faces cost to find; `--against` holds both against others. */
export async function engine(flags: readonly string[]): Promise<void> {
  const vision = await openVision()
  await effectTimes(vision)
  const pictures = await crowds()
  await faceTimes(vision, pictures)
  if (!flags.includes('--against')) {
    console.log('--against compares with other libraries, which it installs; skipped')
  } else {
    const rivals = installRivals()
    // A picture of its own for each run, so that none finds the halves that another one made.
    const ours = async (picture: Picture) => (await detectFaces({ ...picture }, vision)).length
    await againstHuman(rivals, pictures, ours, TURNS)
    await againstOpenCv(rivals, RUNS)
  }
  vision.close()
}

async function effectTimes(vision: Vision): Promise<void> {
  console.log(
    `ms, medians of ${RUNS}; "decode" and "encode" alone, the library as it comes, then a task: "open" decodes and finds,`,
  )
  console.log(
    '"write" encodes what was changed. The ratio is the task by decode and encode alone; in the',
  )
  console.log('last column "encode" is how results are written, without codes made to measure')
  const heads = ['decode', 'encode', ...STEPS, 'task', 'ratio', 'as ours']
  console.log(`${''.padEnd(32)}MP${heads.map((head) => head.padStart(8)).join('')}`)
  for (const megapixels of [2, 12] satisfies Megapixels[]) {
    for (const effect of EFFECTS) {
      const bytes = await pictureOf(effect.on, megapixels)
      const runs: { alone: Alone; task: Task }[] = []
      for (let run = 0; run <= RUNS; run++) {
        // In turn, so that both have the same machine.
        const alone = await timesAlone(bytes)
        const task = await taskTimes(effect, bytes, vision)
        if (run > 0) runs.push({ alone, task })
      }
      const decode = effect.opens * median(runs.map(({ alone }) => alone.decode))
      const encode = median(runs.map(({ alone }) => alone.encode))
      const steps = STEPS.map((step) => median(runs.map(({ task }) => task[step])))
      const all = steps.reduce((sum, time) => sum + time, 0)
      const cells = [decode, encode, ...steps, all].map((time) => time.toFixed(0).padStart(8))
      const asOurs = median(runs.map(({ alone }) => alone.asOurs))
      const ratios = [encode, asOurs].map((to) => (all / (decode + to)).toFixed(2).padStart(8))
      const head = `${effect.name.padEnd(22)}${effect.on.padEnd(10)}`
      console.log(`${head}${String(megapixels).padStart(2)}${cells.join('')}${ratios.join('')}`)
    }
  }
}

type Alone = { decode: number; encode: number; asOurs: number }
type Task = Record<(typeof STEPS)[number], number>

async function timesAlone(bytes: Uint8Array): Promise<Alone> {
  const t0 = performance.now()
  const { picture, format } = await openPicture(bytes, NO_LIMITS)
  const t1 = performance.now()
  await encodePicture(picture, format)
  const t2 = performance.now()
  const { width, height, data } = picture
  const { quality, chromaSubsampling } = JPEG_OPTIONS
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  await raw.removeAlpha().jpeg({ quality, chromaSubsampling }).toBuffer()
  return { decode: t1 - t0, encode: performance.now() - t2, asOurs: t2 - t1 }
}

/** An effect that only reads writes no file. */
async function taskTimes(
  { open }: BenchedEffect,
  bytes: Uint8Array,
  vision: Vision,
): Promise<Task> {
  const t0 = performance.now()
  const { picture, apply } = await open(bytes, vision)
  releaseOwnership(picture)
  const t1 = performance.now()
  const done = apply()
  const t2 = performance.now()
  if (done) await encodePicture(done, 'jpeg')
  return { open: t1 - t0, effect: t2 - t1, write: performance.now() - t2 }
}

/** Prints milliseconds and faces by picture. */
async function faceTimes(vision: Vision, pictures: Crowd[]): Promise<void> {
  console.log(`\nfaces found, ms without decoding, medians of ${RUNS}`)
  for (const { name, picture, people } of pictures) {
    const times: number[] = []
    let faces = 0
    for (let run = 0; run <= RUNS; run++) {
      const start = performance.now()
      // A picture of its own for each run, so that none finds the halves that another one made.
      faces = (await detectFaces({ ...picture }, vision)).length
      if (run > 0) times.push(performance.now() - start)
    }
    const size = `${picture.width} × ${picture.height}`.padEnd(12)
    console.log(
      `${name.padEnd(20)}${size}${median(times).toFixed(0).padStart(6)} ms  ${faces} of ${people}`,
    )
  }
}
