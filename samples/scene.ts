/** A point in picture pixels; (0, 0) is the top left corner. */
export type Point = { x: number; y: number }

/**
 * How a body is built, in hundredths of its head's height, half widths seen from the front.
 * The figure itself is 750 high: seven and a half heads.
 */
export type Build = {
  /** From the middle to a shoulder joint: about 62 (slight) to 80 (broad). */
  shoulders: number
  /** At the nipples. */
  chest: number
  /** At the navel. */
  waist: number
  /** At the widest point below the waist. */
  hips: number
  /** Thickness of arms and legs: 1 is average. */
  limbs: number
  /** Half the neck's width. */
  neck: number
}

/** How a body stands, in degrees. */
export type Pose = {
  /** How far each arm is from hanging straight down; the person's own left and right. */
  leftArm: number
  rightArm: number
  /** How much each elbow bends back towards the body. */
  leftElbow: number
  rightElbow: number
  /** How far apart the ankles are from the middle, in hundredths of a head. */
  stance: number
  /** Towards the person's left. */
  headTilt: number
}

/** Colours are `#rrggbb`. */
export type Look = {
  skin: string
  hair: string
  eyes: string
  hairCut: 'short' | 'long' | 'bun' | 'curly'
  beard: boolean
  top: { cut: 'tee' | 'shirt' | 'blouse'; colour: string }
  bottom: { cut: 'trousers' | 'skirt'; colour: string }
  shoes: string
}

/** One person of a scene: `at` is the point on the ground between the feet, `height` the pixels from crown to sole. */
export type Person = { at: Point; height: number; build: Build; pose: Pose; look: Look }

/**
 * The room behind them: `floor` is how far down the wall meets the floor, `horizon` the camera's eye level, both in
 * pixels; with `plant` one stands in the corner on the right, about 190 pixels wide.
 */
export type Room = { wall: string; wood: string; floor: number; horizon: number; plant: boolean }

/** A picture to draw. The same scene always gives the same pixels; `seed` steers strands, grain and boards. */
export type Scene = { width: number; height: number; seed: number; room: Room; people: Person[] }

/** What is true of one drawn person, in whole picture pixels for the box and fractions of them elsewhere. */
export type PersonGroundTruth = {
  /** Tight around the mask. */
  box: { left: number; top: number; width: number; height: number }
  /** Named as the landmarks of a body are (`leftShoulder`, `rightKnee`, ...): left is the person's own left. */
  joints: Record<string, Point>
  /** One byte a pixel: 255 is wholly the person. */
  mask: { width: number; height: number; data: Uint8Array }
  /** Where the trunk is measured, without the arms: its width at the navel's height. */
  waist: { left: number; right: number; y: number }
  waistWidth: number
}

/** A drawn scene: an 8-bit sRGB PNG and what is true of it, people in the order of the scene. */
export type DrawnScene = {
  png: Buffer
  width: number
  height: number
  truth: { people: PersonGroundTruth[] }
}
