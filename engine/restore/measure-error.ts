import sharp from 'sharp'
import type { Box } from '../geometry/box.ts'
import type { Source } from '../prepare/source/source.ts'
import type { Planes } from './read-service-picture.ts'
import type { ScratchFile } from './scratch-file.ts'
import type { Change } from './split-change.ts'

/**
 * How far a restored picture, reduced to the size of what the service returned, is from what it returned: the mean
 * absolute difference of a channel, 0–1, within the change.
 * @param crop the part of the scratch file that was sent
 */
export async function measureError(
  scratch: ScratchFile,
  { grey }: Source,
  crop: Box,
  { area, mask, sent }: Change,
  returned: Planes,
): Promise<number> {
  const { data, info } = await sharp(scratch.path, {
    ignoreIcc: true,
    limitInputPixels: false,
    sequentialRead: true,
  })
    .extract(crop)
    .resize(sent.width, sent.height, { fit: 'fill' })
    .toColourspace(grey ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const channels = Math.min(info.channels, returned.channels.length)
  let [sum, weight] = [0, 0]
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      const share = mask[y * area.width + x]!
      if (share === 0) continue
      const at = (area.top + y) * sent.width + area.left + x
      for (let c = 0; c < channels; c++) {
        sum += share * Math.abs(data[at * info.channels + c]! / 255 - returned.channels[c]![at]!)
      }
      weight += share * channels
    }
  }
  return weight > 0 ? sum / weight : 0
}
