import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import type { Box } from '../../engine/geometry/box.ts'
import type { Size } from '../../engine/geometry/size.ts'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import { REGION_NAMES } from '../../engine/regions/region-names.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { modelsHere } from '../pictures/models-option.ts'
import type { SegmentedRegions } from '../pictures/segment-regions.ts'
import { withDebugFolder } from '../pictures/with-debug-folder.ts'
import { requireWritable } from '../program/require-writable.ts'
import { say, sayJson } from '../program/say.ts'

type Options = { out: string; json?: true; debug?: string }

/**
 * `darkroom segment person|regions IMAGE -o FILE`: where people are, as a soft mask of the picture's size, or seven of
 * them below each other, one for each region.
 */
export function segment(): Command {
  return new Command('segment')
    .description('cut people, or their hair, skin and clothes, out of a picture on this machine')
    .addArgument(new Argument('<kind>', 'what to cut out').choices(['person', 'regions']))
    .argument('<image>', 'jpg, png, heic, webp, avif or tiff')
    .requiredOption(
      '-o, --out <file>',
      `where the mask goes: PNG, one 8-bit channel, white is selected; of regions ${REGION_NAMES.length} masks ` +
        `below each other: ${REGION_NAMES.join(', ')}`,
    )
    .option('--json', 'print what was found as JSON (regions)')
    .option('--debug <folder>', 'write intermediate masks as PNG into a folder')
    .action(async (kind: string, image: string, { out, json, debug }: Options) => {
      await requireWritable(out)
      // The engine is loaded here, because no other command should wait for it.
      const { openVision } = await import('../../engine/vision/load/open-vision.ts')
      const { openPhoto } = await import('../pictures/open-photo.ts')
      const { picture, whole } = await openPhoto(image)
      const vision = await openVision({ models: await modelsHere()?.() })
      try {
        if (kind === 'person') {
          const { segmentPerson } = await import('../pictures/segment-person.ts')
          const { enlargeMask } = await import('../pictures/enlarge-mask.ts')
          const mask = await withDebugFolder(debug, () => segmentPerson(picture, vision))
          await writeFile(out, await encodeMask(await enlargeMask(mask, whole)))
        } else {
          const { encodeRegions, segmentRegions } = await import('../pictures/segment-regions.ts')
          const found = await withDebugFolder(debug, () => segmentRegions(picture, vision))
          await writeFile(out, await encodeRegions(found.masks, whole))
          if (json) sayJson(describe(found, whole, vision))
        }
      } finally {
        vision.close()
      }
      if (!json) say(out)
    })
}

/** The order of the masks, and of each person the box and how surely each region was told from the others. */
function describe(
  { masks, people }: SegmentedRegions,
  { width, height }: Size,
  { userNets = [] }: Vision,
) {
  const factor = width / masks.hair.width
  const inFile = ({ left, top, ...size }: Box): Box => {
    const pixels = (length: number): number => Math.round(length * factor)
    return {
      left: pixels(left),
      top: pixels(top),
      width: pixels(size.width),
      height: pixels(size.height),
    }
  }
  return {
    width,
    height,
    regions: REGION_NAMES,
    models: userNets.map(({ manifest: { file, sha256 } }) => ({ file, sha256 })),
    people: people.map(({ grid, confidence }, index) => ({
      index,
      box: inFile(grid.area),
      confidence,
    })),
  }
}
