import type { Person } from './scene.ts'

/** A person without position and size, which the scene decides. */
type Model = Omit<Person, 'at' | 'height'>

/** A tall man with a full waist, in a T-shirt and jeans. */
export const henrik: Model = {
  build: { shoulders: 78, chest: 84, waist: 93, hips: 87, limbs: 1.14, neck: 27 },
  pose: {
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
  },
}

/** A slight woman with long hair, in a blouse and a pleated skirt. */
export const amara: Model = {
  build: { shoulders: 62, chest: 61, waist: 51, hips: 70, limbs: 0.86, neck: 19.5 },
  pose: { leftArm: 14, rightArm: 15, leftElbow: 6, rightElbow: 8, stance: 30, headTilt: -3 },
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

/** A woman of full build with curly hair, in a blouse and trousers. */
export const ines: Model = {
  build: { shoulders: 67, chest: 74, waist: 72, hips: 90, limbs: 1.02, neck: 21 },
  pose: { leftArm: 18, rightArm: 17, leftElbow: 8, rightElbow: 7, stance: 40, headTilt: 3 },
  look: {
    skin: '#b57a52',
    hair: '#2b1a14',
    eyes: '#4a2f1b',
    hairCut: 'curly',
    beard: false,
    top: { cut: 'tee', colour: '#3f7f86' },
    bottom: { cut: 'trousers', colour: '#56483f' },
    shoes: '#b89f7a',
  },
}

/** A lean man with dark skin, in a buttoned shirt and light trousers. */
export const kofi: Model = {
  build: { shoulders: 75, chest: 73, waist: 63, hips: 69, limbs: 0.98, neck: 24 },
  pose: { leftArm: 15, rightArm: 13, leftElbow: 5, rightElbow: 4, stance: 42, headTilt: -2 },
  look: {
    skin: '#5f3d2a',
    hair: '#17110f',
    eyes: '#2a1a12',
    hairCut: 'short',
    beard: false,
    top: { cut: 'shirt', colour: '#c8d3e0' },
    bottom: { cut: 'trousers', colour: '#8d8468' },
    shoes: '#4a3428',
  },
}

/** A pale woman with her hair up, in a blouse and a skirt. */
export const maren: Model = {
  build: { shoulders: 63, chest: 64, waist: 56, hips: 73, limbs: 0.9, neck: 19 },
  pose: { leftArm: 17, rightArm: 14, leftElbow: 9, rightElbow: 6, stance: 32, headTilt: 4 },
  look: {
    skin: '#eac4aa',
    hair: '#a8743c',
    eyes: '#5f8069',
    hairCut: 'bun',
    beard: false,
    top: { cut: 'blouse', colour: '#8d4a63' },
    bottom: { cut: 'skirt', colour: '#39415c' },
    shoes: '#2b2627',
  },
}
