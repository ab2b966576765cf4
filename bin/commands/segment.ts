import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { openPhoto } from '../open-photo.ts'
import { requireWritable } from '../require-writable.ts'
import { segmentPerson } from '../segment-person.ts'

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
    .action(async (_kind: string, image: string, { out }: { out: string }) => {
      await requireWritable(out)
      const picture = await openPhoto(image)
      const vision = await openVision()
      try {
        await writeFile(out, await encodeMask(await segmentPerson(picture, vision)))
      } finally {
        vision.close()
      }
      console.log(out)
    })
}
