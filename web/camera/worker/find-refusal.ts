import { Fault } from '../../../catalog/failures/fault.ts'
import type { Instruction } from '../judge/verdict.ts'

/** Why the service would refuse a picture, and what the person can do. */
export type Refusal = { instruction: Instruction; message: string }

/** What was found in a picture, and the words for it when that is not enough. */
type Found = { count: number; none: Instruction }

/**
 * Why the service would refuse a picture; undefined where it would take it.
 * @param accept throws the Fault of the service
 */
export function findRefusal(accept: () => void, { count, none }: Found): Refusal | undefined {
  try {
    accept()
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { condition, message } = error
    const missing = count > 1 ? 'alone' : none
    const instruction = condition === 'target' ? missing : (INSTRUCTIONS[condition] ?? 'centre')
    return { instruction, message }
  }
}

const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  'small-face': 'closer',
  'cut-face': 'centre',
  'turned-face': 'straighten',
  'hidden-face': 'uncover',
  dark: 'moreLight',
  pose: 'showWrist',
}
