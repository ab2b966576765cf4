import * as z from 'zod/mini'
import { OBJECT_CODES } from './codes.ts'
import { Failure } from './failure.ts'
import type { Feature, ValidTask } from './feature.ts'
import type { FileReference } from './file-rule.ts'
import { picture } from './media-limits.ts'
import { FILE_RESULTS } from './results.ts'

/** Products one person can be shown wearing at once. */
const MAX_OBJECTS = 10

/** A pixel `[x, y]` that is meant for something. */
export function pixelOf(meaning: string) {
  return z.tuple([pixelAxis(), pixelAxis()]).check(z.describe(meaning))
}

/** A pixel `[x, y]`. */
export const pixel = z.tuple([pixelAxis(), pixelAxis()])

function pixelAxis() {
  return z.int().check(z.gte(0), z.lte(4096))
}

/** A float 0.0–1.0 with a default. */
export function fraction(standard: number, meaning: string) {
  return z._default(z.number().check(z.gte(0), z.lte(1), z.describe(meaning)), standard)
}

const fileName = z
  .string()
  .check(z.minLength(1), z.maxLength(4096), z.describe('repeats the URL or id of its file'))

/**
 * The fields all virtual try-ons have beside their files, around the product's own `parameter`. `name` and
 * `mask_name` repeat the URL or id of a file of the request.
 */
export function tryOnParameters<T extends z.core.$ZodShape>(parameter: z.ZodMiniObject<T>) {
  return z.object({
    source_info: z.object({ name: fileName, mask_name: z.optional(fileName) }),
    object_infos: z
      .array(
        z.object({
          name: fileName,
          mask_name: z.optional(fileName),
          parameter: z.prefault(parameter, {} as z.input<typeof parameter>),
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_OBJECTS)),
  })
}

type ObjectInfo = { name: string; mask_name?: string; parameter: Record<string, unknown> }

/**
 * Puts places in the file lists, counted from 0, where the request repeats names, so that no address is kept twice.
 * A name that is none of the files' stands for the file at the object's own place.
 */
function normalize(
  parameters: Record<string, unknown>,
  files: ValidTask['files'],
): Record<string, unknown> {
  const refs = listOf(files.ref)
  const masks = listOf(files.refmsk)
  const objects = (parameters['object_infos'] as ObjectInfo[]).map((info, at): ObjectInfo => {
    const field = `object_infos[${at}]`
    const { mask_name: mask, parameter } = info
    const name = fileIndexOf(info.name, refs, at, `${field}.name`)
    if (mask === undefined) return { name, parameter }
    return { name, mask_name: fileIndexOf(mask, masks, at, `${field}.mask_name`), parameter }
  })
  return { source_info: { name: '0' }, object_infos: objects }
}

function listOf(file: ValidTask['files']['ref']): FileReference[] {
  return [file ?? []].flat()
}

function fileIndexOf(name: string, files: FileReference[], at: number, field: string): string {
  const named = files.findIndex((file) => ('url' in file ? file.url : file.id) === name)
  const place = named >= 0 ? named : at
  if (place < files.length) return String(place)
  throw new Failure('InvalidParameters', `${field} names no file of this request.`)
}

/** One product of a try-on: which reference file shows it, which mask belongs to it, and how it is worn. */
export type WornObject<T> = { ref: number; refmsk?: number; parameter: T }

/** The products of a checked try-on task. `T` is the parameter of the feature they belong to. */
export function wornObjects<T>(parameters: Record<string, unknown>): WornObject<T>[] {
  return (parameters['object_infos'] as ObjectInfo[]).map(({ name, mask_name, parameter }, at) => ({
    ref: parseFileIndex(name) ?? at,
    ...(mask_name !== undefined && { refmsk: parseFileIndex(mask_name) ?? at }),
    parameter: parameter as T,
  }))
}

function parseFileIndex(name: string): number | undefined {
  return /^\d$/.test(name) ? Number(name) : undefined
}

const ref = { ...picture(4096), most: MAX_OBJECTS }
const srcmsk = { ...picture(4096), absent: 'always', formOf: 'src' } as const

/** What all virtual try-ons have in common. */
export const TRY_ON = {
  apiVersion: 'v2.0',
  files: { src: picture(4096), srcmsk, ref },
  defaults: {},
  example: {
    src_file_url: 'https://example.com/src.jpg',
    ref_file_urls: ['https://example.com/ref.jpg'],
    source_info: { name: 'https://example.com/src.jpg' },
    object_infos: [{ name: 'https://example.com/ref.jpg' }],
  },
  normalize,
  results: FILE_RESULTS,
  codes: OBJECT_CODES,
  announces: false,
} as const satisfies Partial<Feature>

/** The masks of reference files, for the try-ons that take them. */
export const refmsk = { ...ref, absent: 'always', formOf: 'ref' } as const

/** Prices by the number of products worn. */
export function costsByCount(title: string): Feature['costs'] {
  return [
    {
      description: `${title}, one product`,
      amount: 1,
      unit: 'result_image',
      applies: ({ object_infos }) => Array.isArray(object_infos) && object_infos.length === 1,
    },
    { description: `${title}, several products`, amount: 2, unit: 'result_image' },
  ]
}
