import { Fault } from '../../catalog/failures/fault.ts'
import type { GeneratorLimits } from './generator.ts'

/**
 * Checks a prompt against what an operation takes.
 * @throws Fault `parameter`
 */
export function requirePrompt(
  { prompt: rule }: { prompt: 'always' | 'maybe' | 'never' },
  prompt: string | undefined,
  { maxPrompt }: Pick<GeneratorLimits, 'maxPrompt'>,
): void {
  if (prompt === undefined && rule === 'always') {
    throw new Fault('parameter', 'The generator does nothing without a prompt.')
  }
  if (prompt !== undefined && rule === 'never') {
    throw new Fault('parameter', 'The generator takes no prompt.')
  }
  if (prompt !== undefined && prompt.length > maxPrompt) {
    throw new Fault('parameter', `The prompt has more than ${maxPrompt} characters.`)
  }
}
