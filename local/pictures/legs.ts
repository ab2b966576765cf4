import type { Brush, Part } from './brush.ts'
import type { Build, Look } from './scene.ts'
import { shoe } from './shoe.ts'
import type { Side } from './skeleton.ts'
import { skirt } from './skirt.ts'
import { trousers } from './trousers.ts'

/** Legs and feet: trousers over them, or bare below a skirt. */
export function legs(brush: Brush, build: Build, look: Look, sides: Side[]): Part {
  const dressed = look.bottom.cut === 'trousers' ? trousers : skirt
  const parts = [
    ...sides.map((side) => shoe(look, side, 0.85 + 0.15 * build.limbs)),
    dressed(brush, build, look, sides),
  ]
  return {
    art: parts.map((part) => part.art).join(''),
    cover: parts.map((part) => part.cover).join(''),
  }
}
