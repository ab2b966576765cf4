import type { Feature } from './feature.ts'

/** Whether a feature's effect gives a file, a picture or a video; others give findings alone. */
export const givesFile = ({ results }: Pick<Feature, 'results'>): boolean =>
  'url' in ((results as { def?: { shape?: object } }).def?.shape ?? {})
