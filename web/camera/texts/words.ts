import type { Instruction } from '../judge/verdict.ts'
import type { Phase } from '../modes/mode.ts'
import type { CameraFailure } from '../public-types.ts'

/** Every word of the module in one language. */
export type Texts = {
  /** The language's tag (BCP 47), for screen readers. */
  lang: string
  title: string
  loading: string
  allow: string
  hold: string
  checking: string
  captured: string
  paused: string
  several: string
  /** Which picture of how many. */
  step: (at: number, of: number) => string
  position: string
  angle: string
  light: string
  /** Said of position, angle and light. */
  right: string
  wrong: string
  close: string
  flip: string
  retry: string
  titles: Readonly<Record<Phase['title'], string>>
  instructions: Readonly<Record<Instruction, string>>
  failures: Readonly<Record<CameraFailure['reason'], string>>
}
