import * as z from 'zod/mini'
import type { Feature, PictureFormat } from './feature.ts'

/** Formats a resulting picture can be asked for in. */
export const OUTPUT_FORMATS = ['jpg', 'png'] as const

export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/**
 * The field of an effect's request that asks for the format of its picture; without it the result has the source's. It
 * is this service's own: one that does not know the field ignores it, as it does any other.
 */
export const OUTPUT_FORMAT = z.object({
  output_format: z.optional(
    z
      .enum(OUTPUT_FORMATS)
      .check(z.describe('format of the resulting picture; the source’s if absent')),
  ),
})

/** Whether a feature's effect gives a file, a picture or a video; others give findings alone. */
export function hasFileResult({ results }: Pick<Feature, 'results'>): boolean {
  return 'url' in ((results as { def?: { shape?: object } }).def?.shape ?? {})
}

/** Whether a feature's effect gives a picture; others give a video, or findings and no file. */
export function hasPictureResult(feature: Pick<Feature, 'costs' | 'results'>): boolean {
  return feature.costs.every(({ unit }) => unit === 'result_image') && hasFileResult(feature)
}

/** The engine's name of a format that was asked for. */
export function pictureFormat(asked: unknown): PictureFormat | undefined {
  return asked === 'jpg' ? 'jpeg' : asked === 'png' ? 'png' : undefined
}
