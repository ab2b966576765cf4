import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Preparation } from '../../catalog/preparation/preparation.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'
import { decodePart } from './decode-part.ts'
import { storedSize } from './orientation.ts'
import { withSource } from './source/open-source.ts'
import type { Source } from './source/source.ts'

/** The mask of a source, what was done to the source, and where the mask to send goes. */
export type PrepareMaskInput = { mask: string; preparation: Preparation; into: string }

/**
 * Crops and scales the mask of a source as the source was, and writes it as PNG. A mask lies as the upright picture
 * does, or as the pixels of the source's file.
 * @throws Fault `ratio` where the mask has not the source's size, otherwise like {@link withSource}
 */
export async function prepareMask({ mask, preparation, into }: PrepareMaskInput): Promise<void> {
  const { source, crop, sent } = preparation
  await withSource(mask, async (opened) => {
    const upright = layAs(opened, source)
    const { data } = await decodePart(upright, crop, sent)
    const { width, height } = sent
    const image = sharp(data, { raw: { width, height, channels: 4 } })
    const kept = isOpaque({ data }) ? image.removeAlpha() : image
    await writeFile(into, await kept.png().toBuffer())
  })
}

/** The mask, turned as its source is where it has the size of the source's stored pixels. */
function layAs(mask: Source, source: Preparation['source']): Source {
  const { width, height, orientation } = source
  if (mask.width === width && mask.height === height) return mask
  const stored = storedSize(source, orientation)
  const lies =
    mask.orientation === 1 && mask.width === stored.width && mask.height === stored.height
  if (lies) return { ...mask, width, height, orientation }
  throw new Fault(
    'ratio',
    `The mask is ${mask.width} × ${mask.height} pixels and the picture ${width} × ${height}; they must be alike.`,
  )
}
