import sharp from 'sharp'
import type { Size } from '../../geometry/size.ts'
import type { Picture } from '../../raster/picture.ts'
import { frameFromPicture } from '../../video/frame-from-picture.ts'
import type { Frame } from '../../video/video-info.ts'
import type { LumaWeights } from '../../video/yuv-matrix.ts'

/** How a picture is made to fit a video: cut off at two sides, or drawn out. */
export type BackgroundMode = 'crop' | 'stretch'

/** A picture as a frame of the size of a video. What is transparent in it becomes black. */
export async function fitBackground(
  { width, height, data }: Picture,
  mode: BackgroundMode,
  size: Size,
  weights: LumaWeights,
): Promise<Frame> {
  const raw = { raw: { width, height, channels: 4 as const } }
  const fitted = await sharp(Buffer.from(data.buffer, data.byteOffset, data.length), raw)
    .flatten({ background: '#000' })
    .resize(size.width, size.height, { fit: mode === 'crop' ? 'cover' : 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return frameFromPicture({ ...size, data: new Uint8ClampedArray(fitted) }, weights)
}
