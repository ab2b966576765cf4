import type { OpenedPicture } from '../media/open-picture.ts'
import type { OwnColours } from '../media/own-colours.ts'
import { giveUp } from '../raster/give-up.ts'

/**
 * The source's own colours, which its result is to be given back in. Where it has none nobody needs its pixels beside
 * the result's, and it is given up to be changed.
 */
export async function readyToChange({
  picture,
  own,
}: Pick<OpenedPicture, 'picture' | 'own'>): Promise<OwnColours | undefined> {
  const colours = await own()
  if (!colours) giveUp(picture)
  return colours
}
