import * as z from 'zod/mini'

const number = z.number()

/** A file made by the effect, at an address that is signed for two hours. */
export const url = z.url()

/** Milliseconds a step took. */
export const timed = z.number().check(z.gte(0))

/** An effect that gives one file and nothing else. */
export const FILE_RESULTS = z.object({ url })

/** An effect that gives one file and says how long it took in all, and without finding the person. */
export const TIMED_FILE_RESULTS = z.object({ url, timed, timed_apply: timed })

/** Detection: a box in pixels for each target; its place in the list is the `index` of the effect. */
export const BOX_RESULTS = z.object({
  timed,
  result: z.array(z.object({ left: number, top: number, width: number, height: number })),
})

/** Detection for face swap: the picture that was looked at, and the corners `[x1, y1, x2, y2]` of each face. */
export const FACE_RESULTS = z.object({
  url,
  faces: z.array(z.object({ bbox: z.tuple([z.int(), z.int(), z.int(), z.int()]) })),
})
