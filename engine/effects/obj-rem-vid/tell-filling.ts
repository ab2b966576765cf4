import type { RemovalSurvey } from './survey-removal.ts'
import { NOTED_MADE_UP, NOTED_MISFITS } from './tuning.ts'

/**
 * What is said of a removal of which too much is made up, or which does not suit what is around it; undefined where
 * frames show what was behind.
 */
export function tellFilling({
  madeUp,
  misfits,
}: Pick<RemovalSurvey, 'madeUp' | 'misfits'>): string | undefined {
  const notes: string[] = []
  if (madeUp >= NOTED_MADE_UP) {
    notes.push(
      `${Math.round(100 * madeUp)} % of what the object hid is seen in no frame of the video: it is continued from what is ` +
        'around it, and things there are not invented.',
    )
  }
  if (misfits >= NOTED_MISFITS) {
    notes.push(
      `In about ${Math.round(100 * misfits)} % of the frames, what is filled in does not quite suit what is around it, or a ` +
        'part of the object is left beside it.',
    )
  }
  return notes.join(' ') || undefined
}
