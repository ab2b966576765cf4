import { closedCurve, pointsOf } from './outline.ts'
import type { Build } from './scene.ts'
import { LANDMARK_HEIGHT, mirroredToSide, type Side } from './skeleton.ts'

/** Under the narrow waist of a skirt the leg begins at the hip. Trousers begin above it. */
function seat({ hips }: Build): [number, number][] {
  return [
    [hips * 0.84, 330],
    [hips - 5, 360],
  ]
}

/**
 * The outline of one leg from the hip to the ankle. `ease` is the distance of the cloth from it, 0 for a bare leg.
 */
export function leg(build: Build, { side, hip, knee, ankle }: Side, ease: number): string {
  const k = build.limbs
  const thigh = (hip.x + knee.x) / 2
  const outer: [number, number][] = [
    ...(ease > 0 ? seat(build) : []),
    [build.hips - 2 + ease * 0.3, 388],
    [build.hips - 3 + ease * 0.4, 430],
    [thigh + 36 * k + ease * 0.5, 486],
    [knee.x + 26 * k + ease, LANDMARK_HEIGHT.knee],
    [knee.x + 28 * k + ease, 594],
    [ankle.x + 19 * k + ease * 1.4, 650],
    [ankle.x + 12.5 * k + ease * 2, LANDMARK_HEIGHT.ankle],
    [ankle.x + 12 * k + ease * 2.2, 716],
  ]
  const inner: [number, number][] = [
    [ankle.x - 11 * k - ease * 1.4, 716],
    [ankle.x - 11 * k - ease * 1.4, LANDMARK_HEIGHT.ankle],
    [ankle.x - 15 * k - ease, 650],
    [knee.x - 25 * k - ease * 0.8, 590],
    [knee.x - 23 * k - ease * 0.7, LANDMARK_HEIGHT.knee],
    [thigh - 33 * k - ease * 0.3, 480],
    [1.5, LANDMARK_HEIGHT.crotch + 12],
    [-1, 380],
    [-2, 330],
  ]
  return closedCurve(mirroredToSide(side, pointsOf([...outer, ...inner])), 0.9)
}
