import { type Engine, openEngine } from '../../engine/perform.ts'
import type { UserNet, Vision } from '../../engine/vision/vision.ts'
import { warmVision } from './warm-vision.ts'

/** An engine with the networks of this process. It takes what {@link openEngine} takes. */
export function warmEngine(options: Parameters<typeof openEngine>[0] = {}): Engine {
  return openEngine({ ...options, vision: warmVision })
}

/** An engine with the networks of this process and those that users brought. */
export function warmEngineWith(
  userNets: readonly UserNet[],
  options: Parameters<typeof openEngine>[0] = {},
): Engine {
  const vision = async (): Promise<Vision> => ({ ...(await warmVision()), userNets })
  return openEngine({ vision, ...options })
}
