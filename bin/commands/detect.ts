import { Argument, Command } from 'commander'
import { bodyReshape } from '../../catalog/body-reshape.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import { detectBodies } from '../../engine/vision/detect-bodies.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { readPictureFile } from '../read-picture-file.ts'

/** `darkroom detect body IMAGE`: who is in a picture, in the order a task's index counts them. */
export const detect = (): Command =>
  new Command('detect')
    .description('find the people in a picture on this machine, without a running stack')
    .addArgument(new Argument('<kind>', 'what to look for').choices(['body']))
    .argument('<image>', 'jpg or png')
    .option('--json', 'print JSON: boxes and landmarks in pixels of the picture')
    .action(async (kind: string, image: string, { json }: { json?: true }) => {
      const found = { kind, ...(await bodiesIn(image)) }
      if (json) return console.log(JSON.stringify(found))
      console.log(`${found.targets.length} found in ${found.width} x ${found.height} pixels`)
      for (const { index, box, score } of found.targets) {
        const { left, top, width, height } = box
        console.log(`${index}: ${width} x ${height} at ${left}, ${top}, score ${score.toFixed(2)}`)
      }
    })

const bodiesIn = async (image: string) => {
  const rule = bodyReshape.files.src
  const { picture } = await openPicture(await readPictureFile(image, rule), rule)
  const vision = await openVision()
  try {
    const began = performance.now()
    const bodies = await detectBodies(picture, vision)
    return {
      width: picture.width,
      height: picture.height,
      timedMs: Math.round(performance.now() - began),
      targets: bodies.map(({ box, score, landmarks }, index) => ({
        index,
        box,
        score,
        landmarks: landmarks.map(({ x, y, z }) => [x, y, z]),
      })),
    }
  } finally {
    vision.close()
  }
}
