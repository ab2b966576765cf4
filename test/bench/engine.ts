import { encodePicture } from '../../engine/media/encode-picture.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectFaces } from '../../engine/vision/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { type BenchedEffect, EFFECTS } from './engine-effects.ts'
import { againstHuman } from './engine-human.ts'
import { installRivals } from './engine-install.ts'
import { againstOpenCv } from './engine-opencv.ts'
import { type Crowd, crowds, type Megapixels, pictureOf } from './engine-pictures.ts'
import { median } from './median.ts'

const RUNS = 3

/** Turns with another library, of some hundredths of a second each. */
const TURNS = 7

/** Sizes beyond a feature's own limits are measured too. */
const NO_LIMITS = { formats: ['jpeg'], maxBytes: 50_000_000, maxLongSide: 8000 } as const

const STEPS = ['decode', 'detect', 'effect', 'encode'] as const

/** What each effect costs by step and size, and what faces cost to find; `--against` holds both against others. */
export const engine = async (flags: readonly string[]): Promise<void> => {
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
  console.log(`ms, medians of ${RUNS}; the last column is all of it by decode and encode alone`)
  const heads = [...STEPS, 'all', 'ratio'].map((head) => head.padStart(8)).join('')
  console.log(`${''.padEnd(32)}MP${heads}`)
  for (const megapixels of [2, 12] satisfies Megapixels[]) {
    for (const effect of EFFECTS) {
      const bytes = await pictureOf(effect.on, megapixels)
      const runs: Record<(typeof STEPS)[number], number>[] = []
      for (let run = 0; run <= RUNS; run++) {
        const times = await stepTimes(effect, bytes, vision)
        if (run > 0) runs.push(times)
      }
      const times = STEPS.map((step) => median(runs.map((run) => run[step])))
      const [decode = 0, , , encode = 0] = times
      const all = times.reduce((sum, time) => sum + time, 0)
      const cells = [...times, all].map((time) => time.toFixed(0).padStart(8)).join('')
      const ratio = (all / (decode + encode)).toFixed(2).padStart(8)
      const head = `${effect.name.padEnd(22)}${effect.on.padEnd(10)}`
      console.log(`${head}${String(megapixels).padStart(2)}${cells}${ratio}`)
    }
  }
}

async function stepTimes({ detect }: BenchedEffect, bytes: Uint8Array, vision: Vision) {
  const t0 = performance.now()
  const { picture, format } = await openPicture(bytes, NO_LIMITS)
  const t1 = performance.now()
  const apply = await detect(picture, vision)
  const t2 = performance.now()
  const done = apply()
  const t3 = performance.now()
  // An effect that only reads makes no file, but the ratio needs the time of one.
  await encodePicture(done ?? picture, format)
  const t4 = performance.now()
  return { decode: t1 - t0, detect: t2 - t1, effect: t3 - t2, encode: t4 - t3 }
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
