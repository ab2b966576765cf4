import { Fault } from '../../../catalog/fault.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Instruction } from '../judge/verdict.ts'
import type { FaceMode } from '../modes/mode.ts'
import { doubted } from '../modes/service-rules.ts'
import type { FaceFinder } from './find-faces.ts'

/** Why the service would refuse a picture, and what the person can do. */
export type Refusal = { instruction: Instruction; message: string }

/** Judges a picture as the service will: every face that it finds, by its own rules, with room for doubt. */
export async function findRefusal(
  picture: Picture,
  mode: FaceMode,
  { findAll }: FaceFinder,
): Promise<Refusal | undefined> {
  const faces = await findAll(picture)
  try {
    mode.accept(picture, faces)
    mode.accept(picture, faces.map(doubted))
    return undefined
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const several = error.condition === 'target' && faces.length > 1
    const instruction = several ? 'alone' : (INSTRUCTIONS[error.condition] ?? 'centre')
    return { instruction, message: error.message }
  }
}

const INSTRUCTIONS: Readonly<Record<string, Instruction>> = {
  target: 'showFace',
  'small-face': 'closer',
  'cut-face': 'centre',
  'turned-face': 'straighten',
  'hidden-face': 'uncover',
  dark: 'moreLight',
}
