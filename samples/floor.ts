import { light, shade } from './colour.ts'
import type { Scene } from './scene.ts'
import { line, rect, type SvgContext } from './svg.ts'

/** The width of a board in pixels where the floor meets the wall. */
const BOARD_WIDTH = 62

/** Floor boards that run from the camera towards the vanishing point on its horizon. */
export function floor(context: SvgContext, scene: Scene): string {
  const { width, height, room } = scene
  const boards = Array.from({ length: Math.ceil(width / BOARD_WIDTH) + 10 }, (_, i) =>
    board(context, scene, (i - 5) * BOARD_WIDTH),
  )
  return (
    fade('boards', [shade(room.wood, 0.28), 1], [light(room.wood, 0.14), 1]) +
    fade('skirting', ['#120a08', 0.5], ['#120a08', 0]) +
    rect(0, room.floor, width, height - room.floor, 'url(#boards)') +
    boards.join('') +
    rect(0, room.floor, width, 34, 'url(#skirting)')
  )
}

function board(context: SvgContext, { width, height, room }: Scene, x: number): string {
  const { floor: far, horizon, wood } = room
  const reach = (height - horizon) / (far - horizon)
  const near = (at: number) => width / 2 + (at - width / 2) * reach
  const tone = context.random() - 0.5
  const shape =
    `M${x} ${far}L${x + BOARD_WIDTH} ${far}` +
    `L${near(x + BOARD_WIDTH).toFixed(1)} ${height}L${near(x).toFixed(1)} ${height}Z`
  const tint = tone < 0 ? shade(wood, 0.5) : light(wood, 0.5)
  return (
    `<path d="${shape}" fill="${tint}" fill-opacity="${(0.22 * Math.abs(tone)).toFixed(3)}"/>` +
    line([x, far], [near(x), height], shade(wood, 0.75), 1.6, 0.55)
  )
}

function fade(name: string, from: [string, number], to: [string, number]) {
  return (
    `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1">` +
    `<stop offset="0" stop-color="${from[0]}" stop-opacity="${from[1]}"/>` +
    `<stop offset="1" stop-color="${to[0]}" stop-opacity="${to[1]}"/></linearGradient>`
  )
}
