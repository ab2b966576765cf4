import type { Build, Look, Person, Pose } from './scene.ts'

const POSE: Pose = {
  leftArm: 15,
  rightArm: 16,
  leftElbow: 6,
  rightElbow: 8,
  stance: 40,
  headTilt: 0,
}

/** A tall man with a full waist, in a shirt and jeans. */
export const henrik: Omit<Person, 'at' | 'height'> = {
  build: { shoulders: 78, chest: 84, waist: 93, hips: 87, limbs: 1.14, neck: 27 } satisfies Build,
  pose: {
    ...POSE,
    leftArm: 21,
    rightArm: 23,
    leftElbow: 12,
    rightElbow: 15,
    stance: 47,
    headTilt: 2,
  },
  look: {
    skin: '#dba888',
    hair: '#5a3b26',
    eyes: '#4f7391',
    hairCut: 'short',
    beard: true,
    top: { cut: 'tee', colour: '#b5533c' },
    bottom: { cut: 'trousers', colour: '#3c4f6e' },
    shoes: '#d9d3c7',
  } satisfies Look,
}

/** A slight woman with long hair, in a blouse and a pleated skirt. */
export const amara: Omit<Person, 'at' | 'height'> = {
  build: { shoulders: 62, chest: 61, waist: 51, hips: 70, limbs: 0.86, neck: 19.5 },
  pose: { ...POSE, leftArm: 14, rightArm: 15, stance: 30, headTilt: -3 },
  look: {
    skin: '#8d5a3c',
    hair: '#241712',
    eyes: '#3b2417',
    hairCut: 'long',
    beard: false,
    top: { cut: 'blouse', colour: '#e6dcc8' },
    bottom: { cut: 'skirt', colour: '#2f6b62' },
    shoes: '#7a3b32',
  },
}
