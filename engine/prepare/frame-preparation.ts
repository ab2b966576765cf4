import type { Preparation, VideoPreparation } from '../../catalog/preparation/preparation.ts'

/** The EXIF orientations of turns in degrees clockwise. */
const ORIENTATIONS = { 0: 1, 90: 6, 180: 3, 270: 8 } as const

/** How a frame of a video was prepared, which masks of that frame have to follow. */
export function framePreparation({ source, sent }: VideoPreparation): Preparation {
  const { width, height, bytes, rotation } = source
  return {
    source: {
      format: 'mp4',
      width,
      height,
      bytes,
      bitDepth: 8,
      profile: null,
      alpha: false,
      orientation: ORIENTATIONS[rotation],
    },
    crop: { left: 0, top: 0, width, height },
    sent: {
      format: 'png',
      bytes: 0,
      width: sent.width,
      height: sent.height,
      factor: sent.width / width,
    },
  }
}
