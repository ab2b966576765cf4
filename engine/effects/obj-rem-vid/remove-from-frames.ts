import type { Frame } from '../../video/video-info.ts'
import { openFrameFiller } from './fill-frame.ts'
import { usedPlates } from './store-plates.ts'
import type { RemovalSource, RemovalSurvey } from './survey-removal.ts'

/** The frames of a video, or of a part of it, without the object that was followed through them. */
export async function* removeFromFrames(
  video: Pick<RemovalSource, 'frames'>,
  { from, times, small, frames, holes, plates }: RemovalSurvey,
): AsyncGenerator<Frame> {
  const indices = new Map([...times].map((pts, at) => [pts, at]))
  const fill = openFrameFiller(small)
  for await (const frame of video.frames()) {
    const at = indices.get(frame.pts)
    const hole = at === undefined ? undefined : holes[at]
    if (at !== undefined && hole) {
      fill(frame, hole, await usedPlates(frames[at], plates), from + at)
    }
    yield frame
  }
}
