import * as z from 'zod/mini'
import { OBJECT_CODES } from '../failures/codes.ts'
import { Failure } from '../failures/failure.ts'
import type { FileReference } from '../files/file-rule.ts'
import { picture } from '../files/media-limits.ts'
import { type Placement, placePixel } from '../preparation/place-pixel.ts'
import { COMPOSED } from '../results/digital-source.ts'
import { FILE_RESULTS } from '../results/results.ts'
import type { Feature, ValidTask } from './feature.ts'

/** The most products that one person can wear in one task. */
const MAX_OBJECTS = 10

/** The position `[x, y]` of a pixel, with a description. */
export function pixelOf(meaning: string) {
  return z.tuple([pixelAxis(), pixelAxis()]).check(z.describe(meaning))
}

/** The position `[x, y]` of a pixel. */
export const pixel = z.tuple([pixelAxis(), pixelAxis()])

function pixelAxis() {
  return z.int().check(z.gte(0), z.lte(4096))
}

/** A number 0–1 with a default. */
export function fraction(standard: number, meaning: string) {
  return z._default(z.number().check(z.gte(0), z.lte(1), z.describe(meaning)), standard)
}

const fileName = z
  .string()
  .check(z.minLength(1), z.maxLength(4096), z.describe('repeats the URL or id of its file'))

/**
 * The parameters of all virtual try-ons, around the `parameter` of the product. `name` and `mask_name` repeat the URL
 * or the id of a file of the request.
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

type Named = { name: string; mask_name?: string }
type ObjectInfo = Named & { parameter: Record<string, unknown> }

/**
 * Replaces repeated file names with indices into the file lists, counted from 0, so that no URL is stored twice. A name
 * is the URL or the id of a file of the request, or its index.
 */
function normalize(
  parameters: Record<string, unknown>,
  files: ValidTask['files'],
): Record<string, unknown> {
  const { name, mask_name: mask } = parameters['source_info'] as Named
  const source = {
    name: fileIndexOf(name, listOf(files.src), 'source_info.name'),
    ...(mask !== undefined && {
      mask_name: fileIndexOf(mask, listOf(files.srcmsk), 'source_info.mask_name'),
    }),
  }
  const refs = listOf(files.ref)
  const masks = listOf(files.refmsk)
  const objects = (parameters['object_infos'] as ObjectInfo[]).map((info, at): ObjectInfo => {
    const field = `object_infos[${at}]`
    const { mask_name: mask, parameter } = info
    const name = fileIndexOf(info.name, refs, `${field}.name`)
    if (mask === undefined) return { name, parameter }
    return { name, mask_name: fileIndexOf(mask, masks, `${field}.mask_name`), parameter }
  })
  return { source_info: source, object_infos: objects }
}

function listOf(file: ValidTask['files']['ref']): FileReference[] {
  return [file ?? []].flat()
}

function fileIndexOf(name: string, files: FileReference[], field: string): string {
  const found = files.findIndex((file) => ('url' in file ? file.url : file.id) === name)
  const index = found >= 0 ? found : (parseFileIndex(name) ?? files.length)
  if (index < files.length) return String(index)
  throw new Failure('InvalidParameters', `${field} names no file of this request.`)
}

/** One product of a try-on: the indices of its reference file and of its mask, and how it is worn. */
export type WornObject<T> = { ref: number; refmsk?: number; parameter: T }

/** The products of a valid try-on task. `T` is the feature's type of `parameter`. */
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

const ref = { ...picture(4096), maxCount: MAX_OBJECTS }
const srcmsk = { ...picture(4096), absent: 'always', sameFormAs: 'src' } as const

/** Takes the places where products are worn along; a bracelet's is a share of the arm and stays. */
function placeWearingPixels(
  parameters: Record<string, unknown>,
  placement: Placement,
): Record<string, unknown> | undefined {
  let isInside = true
  const place = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value
    const [x, y] = value
    if (typeof x !== 'number' || typeof y !== 'number') return value.map(place)
    const placed = placePixel(placement, [x, y])
    isInside &&= placed !== undefined
    return placed
  }
  const objects = parameters['object_infos'] as ObjectInfo[]
  const placed = objects.map((info) => ({
    ...info,
    parameter: Object.fromEntries(
      Object.entries(info.parameter ?? {}).map(([name, value]) => [
        name,
        name.endsWith('_wearing_location') ? place(value) : value,
      ]),
    ),
  }))
  return isInside ? { ...parameters, object_infos: placed } : undefined
}

/** The common part of all virtual try-ons. */
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
  placePixels: placeWearingPixels,
  results: FILE_RESULTS,
  codes: OBJECT_CODES,
  digitalSource: COMPOSED,
  announces: false,
} as const satisfies Partial<Feature>

/** Masks of the reference files, for the try-ons that take them. */
export const refmsk = { ...ref, absent: 'always', sameFormAs: 'ref' } as const

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
