import type { Size } from '../../../../engine/geometry/size.ts'
import { words } from '../../words/words.ts'
import { onScreen, type Place, type View } from './view.ts'

/** Whom a detection found, in pixels of a picture of this size. */
export type Found = Size & { boxes: readonly (readonly number[])[] }

type Props = {
  found: Found
  /** Where in the source, in its pixels, the picture lies that they were found in. */
  lookedAt: Place
  view: View
  frame: Size
  /** Whom the effect worked on. */
  worked: ReadonlySet<number>
  /** Who is to be tried next, where somebody may choose. */
  wanted?: number | undefined
  choose?: ((index: number) => void) | undefined
}

/** The people that were found, over the source, as buttons where one may be chosen. */
export function People({ found, lookedAt, view, frame, worked, wanted, choose }: Props) {
  const scale = lookedAt.width / found.width
  return (
    <>
      {found.boxes.map((sides, index) => {
        const [left = 0, top = 0, width = 0, height = 0] = sides.map((length) => length * scale)
        const box = { left: lookedAt.left + left, top: lookedAt.top + top, width, height }
        const place = onScreen(box, view, frame)
        const name = words.value.compare.person(index + 1)
        const style = {
          width: `${place.width}px`,
          height: `${place.height}px`,
          transform: `translate(${place.left}px, ${place.top}px)`,
        }
        const kind = `person${worked.has(index) ? ' is-worked' : ''}${wanted === index ? ' is-wanted' : ''}`
        return choose ? (
          <button
            key={index}
            type="button"
            class={kind}
            style={style}
            aria-pressed={wanted === index}
            aria-label={name}
            onClick={() => choose(index)}
          >
            <span>{index + 1}</span>
          </button>
        ) : (
          <span key={index} class={kind} style={style}>
            <span>{index + 1}</span>
          </span>
        )
      })}
    </>
  )
}
