import * as z from 'zod/mini'
import type { Feature, PictureFormat } from '../features/feature.ts'

/** The formats that a resulting picture can be requested in. */
export const OUTPUT_FORMATS = ['jpg', 'png'] as const

export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/**
 * The request field for the format of the resulting picture; without it the result has the source's format. The field
 * is this service's own. Other services ignore it like any unknown field.
 */
export const OUTPUT_FORMAT = z.object({
  output_format: z.optional(
    z
      .enum(OUTPUT_FORMATS)
      .check(z.describe('format of the resulting picture; the source’s if absent')),
  ),
})

/** Whether the effect's result is a file, a picture or a video. Analyses have findings only. */
export function hasFileResult({ results }: Pick<Feature, 'results'>): boolean {
  return 'url' in ((results as { def?: { shape?: object } }).def?.shape ?? {})
}

/** Whether the effect's result is a picture. */
export function hasPictureResult(feature: Pick<Feature, 'costs' | 'results'>): boolean {
  return feature.costs.every(({ unit }) => unit === 'result_image') && hasFileResult(feature)
}

/** Whether a result that was made from a prepared picture can be put back into the original. */
export function isRestorable(feature: Pick<Feature, 'costs' | 'results' | 'reframes'>): boolean {
  return hasPictureResult(feature) && !feature.reframes
}

/** The engine's name of a requested format. */
export function pictureFormat(asked: unknown): PictureFormat | undefined {
  return asked === 'jpg' ? 'jpeg' : asked === 'png' ? 'png' : undefined
}
