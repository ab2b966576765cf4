import { NOTED_NOBODY } from './tuning.ts'

/**
 * What is said of a video in some of whose frames nobody was found, who may have left, or be too dark or too small to
 * be seen; undefined where these are few.
 * @param found of each frame, whether there is anybody
 */
export function tellNobody(found: readonly boolean[]): string | undefined {
  const share = found.filter((is) => !is).length / Math.max(1, found.length)
  if (share < NOTED_NOBODY) return undefined
  return `In about ${Math.round(100 * share)} % of the frames nobody was found: only the new background is seen there.`
}
