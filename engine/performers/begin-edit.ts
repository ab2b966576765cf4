import type { OpenedPicture } from '../media/open-picture.ts'
import type { SourceColours } from '../media/source-colours.ts'
import { releaseOwnership } from '../raster/copy-on-write.ts'

/**
 * The source's own colours, which its result is to be given back in. Where it has none nobody needs its pixels beside
 * the result's, and it is given up to be changed.
 */
export async function beginEdit({
  picture,
  own,
}: Pick<OpenedPicture, 'picture' | 'own'>): Promise<SourceColours | undefined> {
  const colours = await own()
  if (!colours) releaseOwnership(picture)
  return colours
}
