import type { Brush } from './brush.ts'
import { light, mix, shade } from './colour.ts'
import type { Scene } from './scene.ts'

const rect = (x: number, y: number, width: number, height: number, fill: string, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" fill-opacity="${opacity}"/>`

const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string,
  width: number,
  opacity = 1,
) =>
  `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`

/** The room: everything in it is straight, so that a warp which reaches too far shows at once. */
export function room(brush: Brush, scene: Scene): string {
  return wall(scene) + panels(scene) + frames(scene) + floor(brush, scene) + lamplight(scene)
}

function wall({ width, room: { wall: colour, floor: base } }: Scene): string {
  const glow =
    '<radialGradient id="glow" gradientUnits="userSpaceOnUse" ' +
    `cx="${width * 0.26}" cy="${base * 0.2}" r="${width * 0.85}"><stop offset="0" stop-color="${light(colour, 0.6)}"/>` +
    `<stop offset="0.55" stop-color="${colour}"/><stop offset="1" stop-color="${shade(colour, 0.4)}"/></radialGradient>`
  return glow + rect(0, 0, width, base, 'url(#glow)')
}

/** Panelling up to a rail, every field a sunk rectangle lit from the upper left; a skirting board below. */
function panels({ width, room: { wall: colour, floor: base } }: Scene): string {
  const rail = base * 0.4
  const count = 8
  const step = width / count
  const bright = light(colour, 0.75)
  const dark = shade(colour, 0.62)
  const fields = Array.from({ length: count }, (_, i) => {
    const x = i * step + step * 0.12
    const w = step * 0.76
    const y = rail + 40
    const h = base - 66 - y
    const sunk =
      rect(x, y, w, h, dark, 0.1) +
      line(x, y, x + w, y, dark, 3, 0.5) +
      line(x, y, x, y + h, dark, 3, 0.5)
    return (
      sunk +
      line(x, y + h, x + w, y + h, bright, 3, 0.8) +
      line(x + w, y, x + w, y + h, bright, 3, 0.8)
    )
  })
  const boards = rect(0, rail, width, base - rail, light(colour, 0.8), 0.35)
  const cap =
    rect(0, rail - 6, width, 13, light(colour, 0.7)) +
    rect(0, rail + 7, width, 5, dark, 0.3) +
    rect(0, rail + 12, width, 3, bright, 0.4)
  const skirting =
    rect(0, base - 38, width, 38, light(colour, 0.65)) +
    line(0, base - 38, width, base - 38, bright, 2, 0.9) +
    line(0, base - 30, width, base - 30, dark, 1.5, 0.35) +
    rect(0, base - 5, width, 5, dark, 0.5)
  return boards + fields.join('') + cap + skirting
}

/** Two pictures on the wall. */
function frames(scene: Scene): string {
  const {
    width,
    room: { floor: base, wood },
  } = scene
  const rail = base * 0.4
  const hung = (x: number, y: number, w: number, h: number, sky: string, land: string) =>
    rect(x + 9, y + 12, w, h, '#140e14', 0.25) +
    rect(x, y, w, h, shade(wood, 0.45)) +
    rect(x + 3, y + 3, w - 6, h - 6, light(wood, 0.25)) +
    rect(x + 9, y + 9, w - 18, h - 18, shade(wood, 0.6)) +
    rect(x + 11, y + 11, w - 22, h - 22, '#f2ede2') +
    rect(x + 30, y + 30, w - 60, h - 60, sky) +
    `<circle cx="${x + w * 0.64}" cy="${y + h * 0.42}" r="${h * 0.09}" fill="#fbe6b4"/>` +
    `<path d="M${x + 30} ${y + h * 0.62}L${x + w * 0.36} ${y + h * 0.45}L${x + w * 0.55} ${y + h * 0.6}L${x + w * 0.72} ${y + h * 0.5}L${x + w - 30} ${y + h * 0.64}L${x + w - 30} ${y + h - 30}L${x + 30} ${y + h - 30}Z" fill="${land}"/>` +
    rect(x + 30, y + h * 0.72, w - 60, h * 0.28 - 30, mix(land, '#20303a', 0.45))
  return (
    hung(width * 0.5, rail * 0.2, width * 0.15, rail * 0.58, '#c9d8dc', '#6f8f8a') +
    hung(width * 0.02, rail * 0.24, width * 0.1, rail * 0.5, '#e8c9a4', '#a8674a')
  )
}

/** Boards running away from the camera to a point on its horizon. */
function floor(brush: Brush, scene: Scene): string {
  const {
    width,
    height,
    room: { floor: base, horizon, wood },
  } = scene
  const vanish = { x: width / 2, y: horizon }
  const reach = (height - vanish.y) / (base - vanish.y)
  const far = 62
  const name = 'boards'
  const gradient = `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shade(wood, 0.28)}"/><stop offset="1" stop-color="${light(wood, 0.14)}"/></linearGradient>`
  const boards = Array.from({ length: Math.ceil(width / far) + 10 }, (_, i) => {
    const x = (i - 5) * far
    const near = (at: number) => vanish.x + (at - vanish.x) * reach
    const tone = brush.chance()
    const corner = `M${x} ${base}L${x + far} ${base}L${near(x + far)} ${height}L${near(x)} ${height}Z`
    const tint = tone < 0.5 ? shade(wood, 0.5) : light(wood, 0.5)
    return `<path d="${corner}" fill="${tint}" fill-opacity="${(0.22 * Math.abs(tone - 0.5)).toFixed(3)}"/>${line(x, base, near(x), height, shade(wood, 0.75), 1.6, 0.55)}`
  })
  const edge = `<linearGradient id="edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#120a08" stop-opacity="0.5"/><stop offset="1" stop-color="#120a08" stop-opacity="0"/></linearGradient>`
  return (
    gradient +
    edge +
    rect(0, base, width, height - base, `url(#${name})`) +
    boards.join('') +
    rect(0, base, width, 34, 'url(#edge)')
  )
}

/** Window light falling across the wall, and the corners darker, as a lens makes them. */
function lamplight({ width, height, room: { floor: base } }: Scene): string {
  const pane = (x: number) =>
    `<path d="M${x} ${base * 0.06}L${x + 92} ${base * 0.1}L${x + 196} ${base * 0.86}L${x + 104} ${base * 0.84}Z" fill="#fff3d2" fill-opacity="0.2"/>`
  const corners = `<radialGradient id="corners" gradientUnits="userSpaceOnUse" cx="${width / 2}" cy="${height * 0.46}" r="${width * 0.68}"><stop offset="0.6" stop-color="#0d0812" stop-opacity="0"/><stop offset="1" stop-color="#0d0812" stop-opacity="0.42"/></radialGradient>`
  return `<g filter="url(#soft8)">${pane(width * 0.3)}${pane(width * 0.385)}</g>${corners}${rect(0, 0, width, height, 'url(#corners)')}`
}
