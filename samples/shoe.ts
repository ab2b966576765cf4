import { light, shade } from './colour.ts'
import { closedCurve } from './outline.ts'
import type { Look } from './scene.ts'
import type { Side } from './skeleton.ts'
import type { Part } from './svg.ts'
import { fill, stroke } from './svg.ts'

const UPPER = closedCurve('-13,694 0,690 14,694 18,712 25,730 24,741 4,745 -15,741 -17,728 -15,710')
const SOLE = closedCurve('-17,735 4,739 26,733 27,743 6,748.5 -17,744')
const LOW = closedCurve('-11,712 0,716 13,711 19,722 24,733 22,741 4,745 -13,741 -16,731 -14,721')

/** A shoe seen from the front, its toe a little outwards: laced under trousers, cut low on a bare foot. */
export function shoe({ shoes, skin, bottom }: Look, { side, ankle }: Side, size: number): Part {
  const put = `translate(${side * (ankle.x + 2)} 0) scale(${side * size} 1)`
  const bare = bottom.cut === 'skirt'
  const laces = [708, 714, 720].map((y) =>
    stroke(`M-5 ${y}L9 ${y - 1}`, light(shoes, 0.6), 1.7, 0.8),
  )
  const detail = bare
    ? ''
    : stroke('M-10 724Q4 717 18 725', shade(shoes, 0.6), 1.4, 0.7) + laces.join('')
  const soles = fill(SOLE, bare ? shade(shoes, 0.4) : light(shoes, 0.7))
  const foot = bare ? fill(UPPER, skin) + soles + fill(LOW, shoes) : soles + fill(UPPER, shoes)
  return {
    markup: `<g transform="${put}"><g filter="url(#form-small)">${foot}</g>${detail}</g>`,
    silhouette: `<g transform="${put}"><path d="${UPPER}"/><path d="${SOLE}"/></g>`,
  }
}
