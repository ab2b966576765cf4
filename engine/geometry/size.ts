/** Width and height of a picture or a plane, pixels. */
export type Size = { width: number; height: number }
