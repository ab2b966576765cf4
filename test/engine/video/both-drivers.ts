import { libavDriver } from '../../../engine/video/libav-driver.ts'
import { openVideoDriver } from '../../../engine/video/open-video-driver.ts'
import type { VideoDriver } from '../../../engine/video/video-driver.ts'

const found = openVideoDriver()
export const ffmpeg = found?.name === 'ffmpeg' ? found : undefined

/** Both drivers pass the same tests; that of ffmpeg only where there is one. */
export const drivers: [string, VideoDriver | undefined][] = [
  ['libav from npm', libavDriver()],
  [ffmpeg ? 'ffmpeg' : 'ffmpeg: none on the PATH and DARKROOM_FFMPEG is not set', ffmpeg],
]
