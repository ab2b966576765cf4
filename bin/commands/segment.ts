import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { openPhoto } from '../open-photo.ts'
import { requireWritable } from '../require-writable.ts'
import { segmentPerson } from '../segment-person.ts'
import { withDebugFolder } from '../with-debug-folder.ts'

type Options = { out: string; debug?: string }

/** `darkroom segment person IMAGE -o MASK`: where people are, as a soft mask of the picture's size. */
export function segment(): Command {
  return new Command('segment')
    .description('cut people out of a picture on this machine, as a mask')
    .addArgument(new Argument('<kind>', 'what to cut out').choices(['person']))
    .argument('<image>', 'jpg or png')
    .requiredOption(
      '-o, --out <file>',
      'where the mask goes: PNG, one 8-bit channel, white is person',
    )
    .option('--debug <folder>', 'write intermediate masks as PNG into a folder')
    .action(async (_kind: string, image: string, { out, debug }: Options) => {
      await requireWritable(out)
      const picture = await openPhoto(image)
      const vision = await openVision()
      try {
        const mask = await withDebugFolder(debug, () => segmentPerson(picture, vision))
        await writeFile(out, await encodeMask(mask))
      } finally {
        vision.close()
      }
      console.log(out)
    })
}
