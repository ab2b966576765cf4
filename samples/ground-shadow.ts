import type { Person } from './scene.ts'
import { LANDMARK_HEIGHT } from './skeleton.ts'
import { blurred, ellipse, softEllipse } from './svg.ts'

/** The shadows of a person on the floor: long and pale away from the window, dark and close under the soles. */
export function groundShadow({ at, height, build, pose }: Person): string {
  const scale = height / LANDMARK_HEIGHT.sole
  const feet = [1, -1]
    .map((side) => ellipse([side * pose.stance + 4, -2], 25, 5, '#0c0606', 0.75))
    .join('')
  const cast = `<g transform="skewX(-58)">${softEllipse([14, -22], build.hips * 1.25, 46, '#0c0606', 0.5)}</g>`
  const near = softEllipse([10, 0], build.hips + 40, 32.4, '#0c0606', 0.5)
  const put = `translate(${at.x} ${at.y}) scale(${scale})`
  return `<g transform="${put}">${cast}${near}${blurred(4, feet)}</g>`
}
