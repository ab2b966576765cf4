import { Fault } from '../../catalog/failures/fault.ts'
import { resizePicture } from '../media/resize-picture.ts'
import { pictureFromFrame } from '../video/picture-from-frame.ts'
import { probeVideo } from '../video/probe-video.ts'
import { readFrames, type Workplace } from '../video/read-frames.ts'
import { lumaWeights } from '../video/yuv-matrix.ts'
import type { Still } from './still.ts'

/** The most pixels of a frame, which is decoded whole. */
const MOST_PIXELS = 8192 * 4320

/**
 * The first frame of a video.
 * @throws Fault `unreadable`, or `large` for a frame of more pixels than any camera's
 */
export async function videoStill(path: string, workplace: Workplace): Promise<Still> {
  const info = await probeVideo(path, workplace.driver, workplace.signal)
  const { width, height, pts, colours } = info
  if (width * height > MOST_PIXELS) {
    throw new Fault('large', `The video is ${width} × ${height} pixels, more than can be shown.`)
  }
  return {
    kind: 'video',
    width,
    height,
    at: async (size) => {
      for await (const frame of readFrames(
        info,
        { width, height },
        pts.subarray(0, 1),
        workplace,
      )) {
        return await resizePicture(pictureFromFrame(frame, lumaWeights(colours, height)), size)
      }
      throw new Fault('unreadable', 'The video has no frames.')
    },
  }
}
