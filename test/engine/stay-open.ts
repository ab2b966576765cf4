import type { Vision } from '../../engine/vision/vision.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { rememberRuns } from './remember-runs.ts'

type OpenVision = typeof import('../../engine/vision/load/open-vision.ts')

/**
 * For `vi.mock` of the module that opens networks: they are opened once and stay open, which commands open and close
 * each, for longer than most of them take. `npm run test:long` has the module as it is.
 */
export function stayOpen(original: OpenVision): OpenVision {
  if (isEveryCaseTried()) return original
  let opening: Promise<Vision> | undefined
  return {
    ...original,
    openVision: () => {
      opening ??= original.openVision().then((vision) => ({
        ...vision,
        ...rememberRuns(vision),
        close: () => {},
      }))
      return opening
    },
  }
}
