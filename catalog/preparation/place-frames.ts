import type { VideoPreparation } from './preparation.ts'

/**
 * Parameters that name a frame of a source (`frame_idx`), as those of the video that was made of it, which may have
 * fewer frames a second. Undefined where the frame was cut off.
 */
export function placeFrames(
  parameters: Readonly<Record<string, unknown>>,
  { source, sent }: VideoPreparation,
): Record<string, unknown> | undefined {
  const { frame_idx: frame } = parameters
  if (typeof frame !== 'number') return { ...parameters }
  const time = (frame * source.seconds) / source.frames
  if (frame >= source.frames || time >= sent.seconds) return undefined
  const nearest = Math.round((time * sent.frames) / sent.seconds)
  return { ...parameters, frame_idx: Math.min(sent.frames - 1, nearest) }
}
