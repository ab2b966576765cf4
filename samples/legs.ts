import type { Build, Look } from './scene.ts'
import { shoe } from './shoe.ts'
import type { Side } from './skeleton.ts'
import { skirt } from './skirt.ts'
import type { Part, SvgContext } from './svg.ts'
import { trousers } from './trousers.ts'

/** Legs and feet: trousers over them, or bare below a skirt. */
export function legs(brush: SvgContext, build: Build, look: Look, sides: Side[]): Part {
  const dressed = look.bottom.cut === 'trousers' ? trousers : skirt
  const parts = [
    ...sides.map((side) => shoe(look, side, 0.85 + 0.15 * build.limbs)),
    dressed(brush, build, look, sides),
  ]
  return {
    markup: parts.map((part) => part.markup).join(''),
    silhouette: parts.map((part) => part.silhouette).join(''),
  }
}
