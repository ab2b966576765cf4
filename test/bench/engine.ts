import type { Picture } from '../../engine/raster/picture.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { effectTimes } from './engine-effects.ts'
import { againstHuman } from './engine-human.ts'
import { installRivals } from './engine-install.ts'
import { againstOpenCv } from './engine-opencv.ts'
import { type Crowd, crowds } from './engine-pictures.ts'
import { flagValue } from './flag-value.ts'
import { median } from './median.ts'

const RUNS = 7

/** Turns with another library, of some hundredths of a second each. */
const TURNS = 7

/**
 * What each effect costs by step and size, and what faces cost to find; `--against` holds both against others,
 * `--effect=2d-vto` measures only the features of which the names begin so.
 */
export async function engine(flags: readonly string[]): Promise<void> {
  const only = flagValue(flags, 'effect')
  await effectTimes(RUNS, only)
  if (only !== undefined) return
  const vision = await openVision()
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
