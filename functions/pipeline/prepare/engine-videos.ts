import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withWorkplace } from '../../../engine/performers/edit-video.ts'
import { prepareVideo } from '../../../engine/prepare/prepare-video.ts'
import type { VideoEngine } from '../core/ports/video-engine.ts'

/** Less than the fifteen minutes a function has, so that one that is too slow ends with a reason. */
const LONGEST = 13 * 60_000

/** The engine on files in a folder of their own, which is removed when the video is written. */
export function engineVideos(): VideoEngine {
  return {
    prepare: (from, rule, write, over) => {
      const signal = AbortSignal.any([over, AbortSignal.timeout(LONGEST)])
      return withWorkplace({ signal }, async (workplace) => {
        const [source, into] = ['source', 'prepared.mp4'].map((name) =>
          join(workplace.folder, name),
        )
        const bytes = from instanceof Uint8Array ? [from] : from
        await pipeline(bytes, createWriteStream(source!), { signal })
        const video = await prepareVideo({ source: source!, rule, into: into! }, workplace)
        if (video) await write(createReadStream(into!))
        return video
      })
    },
  }
}
