import { ellipse, soft } from './brush.ts'
import type { Person } from './scene.ts'
import { LEVEL } from './skeleton.ts'

/** The shadows a person lays on the floor: long and pale away from the window, dark and close under the soles. */
export function groundShadow({ at, height, build, pose }: Person): string {
  const scale = height / LEVEL.sole
  const feet = [1, -1]
    .map((side) => ellipse([side * pose.stance + 4, -2], 25, 5, '#0c0606', 0.75))
    .join('')
  const cast = `<g transform="skewX(-58)">${ellipse([20, -30], build.hips * 0.8, 36, '#0c0606', 0.34)}</g>`
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale})">${soft(16, cast + ellipse([10, 0], build.hips + 18, 10, '#0c0606', 0.4))}${soft(4, feet)}</g>`
}
