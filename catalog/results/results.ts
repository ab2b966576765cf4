import * as z from 'zod/mini'

const number = z.number()

/** The URL of a result file, signed for two hours. */
export const url = z.url()

/** Milliseconds a step took. */
export const timed = z.number().check(z.gte(0))

/** Says in words where a result could not be good, and what damage of a file is in it. */
export const note = z.optional(z.string())

/** Results of an effect that makes one file. */
export const FILE_RESULTS = z.object({ url, note })

/** Results of an effect that makes one file and reports its time, in all and without the detection. */
export const TIMED_FILE_RESULTS = z.object({ url, timed, timed_apply: timed, note })

/**
 * Whether the effect accepts who was found, as far as the picture tells: `true`, or the code that its task would end
 * with, what is wrong, and words. Darkroom's own; other services do not say it.
 */
const usable = z.union([
  z.literal(true),
  z.object({ code: z.string(), condition: z.string(), message: z.string() }),
])

/** Results of a detection: a box in pixels for each target. Its index in the list is the `index` of the effect. */
export const BOX_RESULTS = z.object({
  timed,
  result: z.array(
    z.object({
      left: number,
      top: number,
      width: number,
      height: number,
      usable: z.optional(usable),
    }),
  ),
})

/** Results of the detection for face swap: the source's URL and the corners `[x1, y1, x2, y2]` of each face. */
export const FACE_RESULTS = z.object({
  url,
  faces: z.array(z.object({ bbox: z.tuple([z.int(), z.int(), z.int(), z.int()]) })),
})
