/** A point in picture pixels; (0, 0) is the top left corner. */
export type Point = { x: number; y: number }

/**
 * The proportions of a body: half widths seen from the front, in hundredths of the height of the head. The figure is
 * 750 high, seven and a half heads.
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

/** The pose of a body, in degrees. */
export type Pose = {
  /** The angle of each arm from hanging straight down; the person's own left and right. */
  leftArm: number
  rightArm: number
  /** How far each elbow bends back towards the body. */
  leftElbow: number
  rightElbow: number
  /** The distance of each ankle from the middle, in hundredths of a head. */
  stance: number
  /** Towards the person's left. */
  headTilt: number
  /** How much more of the neck shows than usual, in hundredths of a head. @default 0 */
  headLift?: number
}

/** Colours are `#rrggbb`. */
export type Look = {
  skin: string
  hair: string
  eyes: string
  hairCut: 'short' | 'long' | 'bun' | 'curly'
  /** Whether a lock of hair falls over each shoulder before the neck. */
  locks?: boolean
  beard: boolean
  /** A shirt's collar can be open. Stripes go across torso and arms, or down the torso. */
  top: {
    cut: 'tee' | 'shirt' | 'blouse'
    colour: string
    open?: boolean
    stripes?: { colour: string; way: 'across' | 'down' }
  }
  bottom: { cut: 'trousers' | 'skirt'; colour: string }
  shoes: string
  /** The size of the ears; 1 is usual. */
  ears?: number
  /** Whether the face shows wrinkles, redness and blemishes. */
  concerns?: boolean
}

/**
 * One person of a scene. `at` is the point on the ground between the feet, `height` the pixels from crown to sole.
 */
export type Person = { at: Point; height: number; build: Build; pose: Pose; look: Look }

/**
 * The room behind the people. `floor` is the height at which the wall meets the floor and `horizon` the camera's eye
 * level, both as y in pixels. With `plant`, one stands in the right corner, about 190 pixels wide.
 */
export type Room = { wall: string; wood: string; floor: number; horizon: number; plant: boolean }

/**
 * A picture to draw. The same scene always gives the same pixels; `seed` decides strands of hair, leaves and boards.
 */
export type Scene = { width: number; height: number; seed: number; room: Room; people: Person[] }

/** The ground truth of one drawn person, in whole pixels for the box and in fractions of them elsewhere. */
export type PersonGroundTruth = {
  /** The bounding box of the mask. */
  box: { left: number; top: number; width: number; height: number }
  /** Named as body landmarks are (`leftShoulder`, `rightKnee`, ...): left is the person's own left. */
  joints: Record<string, Point>
  /** One byte a pixel; 255 is completely the person. */
  mask: { width: number; height: number; data: Uint8Array }
  /** The edges of the torso, without the arms, at the height of the navel. */
  waist: { left: number; right: number; y: number }
  waistWidth: number
}

/** A drawn scene: an 8-bit sRGB PNG and its ground truth, people in the order of the scene. */
export type DrawnScene = {
  png: Buffer
  width: number
  height: number
  truth: { people: PersonGroundTruth[] }
}
