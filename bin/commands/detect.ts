import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { drawSvgOver } from '../../engine/media/draw-svg-over.ts'
import { targetDrawing } from '../../functions/operate/targets/target-drawing.ts'
import { LANDMARK_BONES } from '../pictures/landmark-bones.ts'
import type { Kind, Target } from '../pictures/targets.ts'
import { withDebugFolder } from '../pictures/with-debug-folder.ts'
import { requireWritable } from '../program/require-writable.ts'
import { say, sayJson } from '../program/say.ts'

type Options = { json?: true; draw?: string; debug?: string }

/** `darkroom detect face|body|hand IMAGE`: what is in a picture, in the order a task's index counts it. */
export function detect(): Command {
  return new Command('detect')
    .description('find faces, bodies or hands on this machine, without a running stack')
    .addArgument(new Argument('<kind>', 'what to look for').choices(['face', 'body', 'hand']))
    .argument('<image>', 'jpg, png, heic, webp, avif or tiff')
    .option('--json', 'print JSON: boxes and landmarks in pixels of the picture')
    .option(
      '--draw <file>',
      'write the picture with boxes, landmarks and indices drawn on it, as PNG',
    )
    .option('--debug <folder>', 'write intermediate masks as PNG into a folder')
    .action(async (kind: Kind, image: string, { json, draw, debug }: Options) => {
      if (draw !== undefined) await requireWritable(draw)
      const { picture, whole, timedMs, found } = await withDebugFolder(debug, () =>
        lookFor(kind, image),
      )
      const { width, height } = whole
      const targets = found.map((target) => scaled(target, width / picture.width))
      if (draw !== undefined)
        await writeFile(
          draw,
          await drawSvgOver(picture, targetDrawing(picture, found, LANDMARK_BONES)),
        )
      if (json) return sayJson({ kind, width, height, timedMs, targets }, 0)
      say(`${targets.length} found in ${width} x ${height} pixels`)
      for (const { index, box, score } of targets) {
        say(
          `${index}: ${box.width} x ${box.height} at ${box.left}, ${box.top}, score ${score.toFixed(2)}`,
        )
      }
    })
}

/** A find of a smaller copy in pixels of the file. */
function scaled(target: Target, factor: number): Target {
  if (factor === 1) return target
  const pixels = (length: number): number => Math.round(length * factor)
  const { left, top, width, height } = target.box
  return {
    ...target,
    box: { left: pixels(left), top: pixels(top), width: pixels(width), height: pixels(height) },
    landmarks: target.landmarks.map(([x, y, z]) => [x * factor, y * factor, z * factor]),
  }
}

/** The engine is loaded here, because no other command should wait for it. */
async function lookFor(kind: Kind, image: string) {
  const { openVision } = await import('../../engine/vision/load/open-vision.ts')
  const { openPhoto } = await import('../pictures/open-photo.ts')
  const { findTargets } = await import('../pictures/targets.ts')
  const { picture, whole } = await openPhoto(image)
  const vision = await openVision()
  try {
    const began = performance.now()
    const found = await findTargets(kind, picture, vision)
    return { picture, whole, timedMs: Math.round(performance.now() - began), found }
  } finally {
    vision.close()
  }
}
