import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { toPicture } from '../media/decode-picture.ts'
import { decodingFault } from '../media/decoding-fault.ts'
import { withinMemory } from '../media/within-memory.ts'
import type { Picture } from '../raster/picture.ts'
import { storedBox, storedSize, toUpright } from './orientation.ts'
import { decodeSource } from './source/decode-source.ts'
import type { Source } from './source/source.ts'

/**
 * Decodes a part of a source, scaled to a size, as the engine works on pictures: upright, sRGB, RGBA of 8 bits. The
 * file is scaled as it lies and turned upright afterwards, so that no large picture is in memory for being turned.
 * @param box of the upright source
 * @param size of the upright result
 * @throws Fault `unreadable` when the pixels are damaged or cut off, `runtime` when decoding took too long
 */
export async function decodePart(source: Source, box: Box, size: Size): Promise<Picture> {
  const { orientation } = source
  const part = storedBox(box, source, orientation)
  const { width, height } = storedSize(size, orientation)
  const whole = box.width === source.width && box.height === source.height
  try {
    const { data } = await source.check.decode((failOn) => {
      const image = decodeSource(source, failOn)
      const scaled = (whole ? image : image.extract(part)).resize(width, height, {
        fit: 'fill',
        fastShrinkOnLoad: false,
      })
      return withinMemory(source.path, () => toPicture(scaled), source.page)
    })
    return { ...size, data: toUpright(data, size, 4, orientation) }
  } catch (cause) {
    throw decodingFault(cause, 'The picture is damaged or cut off.')
  }
}
