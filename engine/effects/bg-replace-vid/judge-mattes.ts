import { Fault } from '../../../catalog/failures/fault.ts'
import { quantileOrZero } from '../../geometry/quantile.ts'
import { MATTE_LOST, MATTE_UNSURE } from './tuning.ts'

/**
 * What is said of people who cannot be told from what is behind them in some of the frames; undefined where they can.
 * @param doubts of each frame, how far what was found there contradicts what was known from the frame before
 * @throws Fault `target` where most frames contradict each other: the people are lost more than kept
 */
export function judgeMattes(doubts: readonly number[]): string | undefined {
  if (doubts.length < MATTE_LOST.least) return undefined
  if (quantileOrZero([...doubts], 0.5) > MATTE_LOST.doubt) {
    throw new Fault(
      'target',
      'The people of the video cannot be told from what is behind them: what is found changes from frame to frame.',
    )
  }
  const unsure = doubts.filter((doubt) => doubt > MATTE_UNSURE.doubt).length / doubts.length
  if (unsure < MATTE_UNSURE.share) return undefined
  return (
    `In about ${Math.round(100 * unsure)} % of the frames it is not sure what belongs to the people: pieces of the old ` +
    'background may be left beside them, and parts of them be missing.'
  )
}
