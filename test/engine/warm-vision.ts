import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { rememberRuns } from './remember-runs.ts'

let opening: Promise<Vision> | undefined

/**
 * The networks of this process, which every test file in it uses: a thread can have them once, and loading them takes
 * longer than most tests. To close them does nothing.
 */
export function warmVision(): Promise<Vision> {
  opening ??= openVision().then((vision) => ({
    ...vision,
    ...rememberRuns(vision),
    close: () => {},
  }))
  return opening
}
