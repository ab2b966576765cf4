import { light, mixColours, shade } from './colour.ts'
import type { Room } from './scene.ts'
import { line, rect } from './svg.ts'

/** The y of the wall's foot and of its rail, in the wall's own units. What hangs on it is sized in them. */
export const WALL_HEIGHT = { foot: 868, rail: 347 } as const

/** Plaster above, panelling below a rail, a skirting board and two pictures. `width` is in the wall's units. */
export function wall(width: number, room: Room): string {
  return plaster(width, room.wall) + panels(width, room.wall) + pictures(width, room.wood)
}

function plaster(width: number, colour: string): string {
  const glow =
    '<radialGradient id="glow" gradientUnits="userSpaceOnUse" ' +
    `cx="${width * 0.26}" cy="170" r="${Math.max(1000, width * 0.85)}">` +
    `<stop offset="0" stop-color="${light(colour, 0.6)}"/><stop offset="0.55" stop-color="${colour}"/>` +
    `<stop offset="1" stop-color="${shade(colour, 0.4)}"/></radialGradient>`
  return glow + rect(0, 0, width, WALL_HEIGHT.foot, 'url(#glow)')
}

function panels(width: number, colour: string): string {
  const { foot, rail } = WALL_HEIGHT
  const bright = light(colour, 0.75)
  const dark = shade(colour, 0.62)
  const count = Math.round(width / 175)
  const step = width / count
  const fields = Array.from({ length: count }, (_, i) =>
    panel((i + 0.12) * step, step * 0.76, bright, dark),
  )
  return (
    rect(0, rail, width, foot - rail, light(colour, 0.8), 0.35) +
    fields.join('') +
    rect(0, rail - 6, width, 13, light(colour, 0.7)) +
    rect(0, rail + 7, width, 5, dark, 0.3) +
    rect(0, rail + 12, width, 3, bright, 0.4) +
    rect(0, foot - 38, width, 38, light(colour, 0.65)) +
    line([0, foot - 38], [width, foot - 38], bright, 2, 0.9) +
    line([0, foot - 30], [width, foot - 30], dark, 1.5, 0.35) +
    rect(0, foot - 5, width, 5, dark, 0.5)
  )
}

/** A sunk panel with shadow on its upper left edges and light on its lower right ones. */
function panel(x: number, width: number, bright: string, dark: string): string {
  const [y, foot] = [WALL_HEIGHT.rail + 40, WALL_HEIGHT.foot - 66]
  return (
    rect(x, y, width, foot - y, dark, 0.1) +
    line([x, y], [x + width, y], dark, 3, 0.5) +
    line([x, y], [x, foot], dark, 3, 0.5) +
    line([x, foot], [x + width, foot], bright, 3, 0.8) +
    line([x + width, y], [x + width, foot], bright, 3, 0.8)
  )
}

function pictures(width: number, wood: string): string {
  const right = width < 1000 ? width - 240 : width * 0.5
  return (
    framed([right, 70], [210, 201], wood, ['#c9d8dc', '#6f8f8a']) +
    framed([28, 83], [140, 173], wood, ['#e8c9a4', '#a8674a'])
  )
}

/** A landscape in a mount and a wooden frame: sky and land, a sun, water in front. */
function framed(
  [x, y]: [number, number],
  [w, h]: [number, number],
  wood: string,
  [sky, land]: [string, string],
): string {
  const ridge = [
    [0.36, 0.45],
    [0.55, 0.6],
    [0.72, 0.5],
  ].map(([a, b]) => `L${x + w * a!} ${y + h * b!}`)
  return (
    rect(x + 9, y + 12, w, h, '#140e14', 0.25) +
    rect(x, y, w, h, shade(wood, 0.45)) +
    rect(x + 3, y + 3, w - 6, h - 6, light(wood, 0.25)) +
    rect(x + 9, y + 9, w - 18, h - 18, shade(wood, 0.6)) +
    rect(x + 11, y + 11, w - 22, h - 22, '#f2ede2') +
    rect(x + 30, y + 30, w - 60, h - 60, sky) +
    `<circle cx="${x + w * 0.64}" cy="${y + h * 0.42}" r="${h * 0.09}" fill="#fbe6b4"/>` +
    `<path d="M${x + 30} ${y + h * 0.62}${ridge.join('')}L${x + w - 30} ${y + h * 0.64}` +
    `V${y + h - 30}H${x + 30}Z" fill="${land}"/>` +
    rect(x + 30, y + h * 0.72, w - 60, h * 0.28 - 30, mixColours(land, '#20303a', 0.45))
  )
}
