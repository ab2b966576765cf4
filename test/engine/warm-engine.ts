import { type Engine, openEngine } from '../../engine/perform.ts'
import { warmVision } from './warm-vision.ts'

/** An engine with the networks of this process. It takes what {@link openEngine} takes. */
export function warmEngine(options: Parameters<typeof openEngine>[0] = {}): Engine {
  return openEngine({ ...options, vision: warmVision })
}
