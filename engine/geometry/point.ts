/** A point in source pixels; (0, 0) is the top left corner of the picture. */
export type Point = { x: number; y: number }
