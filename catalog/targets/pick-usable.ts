import { pickTargets, type Target, type TargetBox } from './pick-targets.ts'

/** A box of a detection. Our own service says of each whether the effect accepts it, or why not. */
export type JudgedBox = TargetBox & { usable?: true | Unusable }

/** Why an effect does not accept somebody. One code may stand for several conditions. */
export type Unusable = { code: string; condition: string; message: string }

/** Whom a recipe with `usable` works on, or why the effect accepts nobody. */
export type UsableTarget = { target: Target } | { refusal: string } | undefined

/** What cropping a picture may help against. */
const FRAMING: readonly string[] = ['small-face', 'small']

/**
 * The largest of those that the effect accepts; undefined when nobody was found. Where none is, the largest of those
 * who only fill too little of the picture, which cropping may help against. A service that does not say whom it accepts
 * gets the largest, which `why` tells.
 * @param crops whether the picture may be cropped
 */
export function pickUsable(boxes: JudgedBox[], crops: boolean): UsableTarget {
  const [largest] = pickTargets('largest', boxes)
  if (!largest) return undefined
  const of = boxes.length
  if (boxes.every(({ usable }) => usable === undefined)) {
    const why = `largest of ${of}: the service does not say whom it can work on`
    return { target: { ...largest, why } }
  }
  const usable = largestOf(boxes, ({ usable }) => usable === true || usable === undefined)
  if (usable)
    return { target: { ...usable.target, why: `largest of ${usable.of} usable of ${of}` } }
  const framed = crops
    ? largestOf(
        boxes,
        ({ usable }) => typeof usable === 'object' && FRAMING.includes(usable.condition),
      )
    : undefined
  if (framed) return { target: { ...framed.target, why: `largest of ${of}, none usable as shown` } }
  const reason = boxes[largest.index]?.usable
  const words = typeof reason === 'object' ? reason.message : ''
  return {
    refusal: of === 1 ? words : `None of the ${of} can be worked on. Of the largest: ${words}`,
  }
}

function largestOf(
  boxes: JudgedBox[],
  passes: (box: JudgedBox) => boolean,
): { target: Target; of: number } | undefined {
  const indices = boxes.flatMap((box, index) => (passes(box) ? [index] : []))
  const [best] = pickTargets(
    'largest',
    indices.map((index) => boxes[index] as JudgedBox),
  )
  const index = best && indices[best.index]
  return index === undefined
    ? undefined
    : { target: { ...best, index, why: '' }, of: indices.length }
}
