import { smoothstep } from '../geometry/smoothstep.ts'
import { distanceFromMask } from '../raster/mask/distance-from-mask.ts'
import type { Mask } from '../raster/picture.ts'
import type { Displacement } from '../raster/warp/displacement.ts'
import { CONFINE_MOVE_SOMEBODY, CONFINE_MOVE_WHOLE } from './tuning.ts'

/**
 * Fades a move out away from a person, in place, so that background that moves along does so less and less.
 * @param room the distance from the person, in pixels, on which nothing moves
 */
export function confineToPerson(field: Displacement, matte: Mask, room: number): void {
  const distances = distanceFromMask(matte, CONFINE_MOVE_SOMEBODY, field, room)
  scale(field, (i) => 1 - smoothstep(CONFINE_MOVE_WHOLE * room, room, distances[i]!))
}

/**
 * Fades a move out towards other people, in place: it is 0 where they are. An outline that touches somebody else stays,
 * because nothing is known of what it would uncover.
 * @param protection 255 where somebody else is
 * @param room the distance from others, in pixels, on which the move is whole
 */
export function confineFromOthers(field: Displacement, protection: Mask, room: number): void {
  const distances = distanceFromMask(protection, CONFINE_MOVE_SOMEBODY, field, room)
  scale(field, (i) => smoothstep(0, room, distances[i]!))
}

function scale({ dx, dy }: Displacement, by: (node: number) => number): void {
  for (let i = 0; i < dx.length; i++) {
    const share = by(i)
    dx[i] = dx[i]! * share
    dy[i] = dy[i]! * share
  }
}
