import type { Feature } from './feature.ts'

/** Whether a feature's effect gives a file, a picture or a video; others give findings alone. */
export function hasFileResult({ results }: Pick<Feature, 'results'>): boolean {
  return 'url' in ((results as { def?: { shape?: object } }).def?.shape ?? {})
}
