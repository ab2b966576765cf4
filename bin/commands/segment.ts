import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { segmentPeople } from '../../engine/vision/segment-people.ts'
import { openPhoto } from '../open-photo.ts'

/** `darkroom segment person IMAGE -o MASK`: where people are, as a soft mask of the picture's size. */
export const segment = (): Command =>
  new Command('segment')
    .description('cut people out of a picture on this machine, as a mask')
    .addArgument(new Argument('<kind>', 'what to cut out').choices(['person']))
    .argument('<image>', 'jpg or png')
    .requiredOption(
      '-o, --out <file>',
      'where the mask goes: PNG, one 8-bit channel, white is person',
    )
    .action(async (_kind: string, image: string, { out }: { out: string }) => {
      const picture = await openPhoto(image)
      const vision = await openVision()
      try {
        await writeFile(out, await encodeMask(await segmentPeople(picture, vision)))
      } finally {
        vision.close()
      }
      console.log(out)
    })
