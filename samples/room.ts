import { floor } from './floor.ts'
import { plant } from './plant.ts'
import type { Scene } from './scene.ts'
import { blurred, rect, type SvgContext } from './svg.ts'
import { WALL_HEIGHT, wall } from './wall.ts'

/** The room. Nearly everything in it is straight, so that a warp which reaches too far is visible at once. */
export function room(context: SvgContext, scene: Scene): string {
  const scale = scene.room.floor / WALL_HEIGHT.foot
  const width = scene.width / scale
  const green = scene.room.plant
    ? `<g transform="translate(${width - 122} ${WALL_HEIGHT.foot + 34})">${plant(context)}</g>`
    : ''
  return (
    floor(context, scene) +
    `<g transform="scale(${scale})">${wall(width, scene.room)}${windowLight(width)}${green}</g>` +
    corners(scene)
  )
}

/** The light of the window's two panes on the wall. */
function windowLight(width: number): string {
  const pane = (x: number) =>
    `<path d="M${x} 52L${x + 92} 87L${x + 196} 746L${x + 104} 729Z" fill="#fff3d2" fill-opacity="0.2"/>`
  return blurred(8, pane(width * 0.3) + pane(width * 0.3 + 119))
}

/** Darker corners, like the vignetting of a lens. */
function corners({ width, height }: Scene): string {
  const reach = Math.hypot(width, height) * 0.545
  return (
    '<radialGradient id="corners" gradientUnits="userSpaceOnUse" ' +
    `cx="${width / 2}" cy="${height * 0.46}" r="${reach}">` +
    '<stop offset="0.6" stop-color="#0d0812" stop-opacity="0"/>' +
    '<stop offset="1" stop-color="#0d0812" stop-opacity="0.42"/>' +
    `</radialGradient>${rect(0, 0, width, height, 'url(#corners)')}`
  )
}
