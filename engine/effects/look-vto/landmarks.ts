/**
 * Rows of landmarks around each eye, from the outer to the inner end. The face mesh has rings around the eye; each is
 * cut into its upper and lower half here. Both eyes have the same columns, so that make-up is alike on both.
 */
export type EyeLandmarks = {
  /** The edge of the upper lid, the crease above it, the edge of the orbit, and the lower edge of the brow. */
  upper: readonly [margin: number[], crease: number[], orbit: number[], brow: number[]]
  /** The edge of the lower lid, and two rows below it. */
  lower: readonly [margin: number[], lid: number[], cheek: number[]]
  browTop: readonly number[]
}

export const EYE_LANDMARKS: readonly [left: EyeLandmarks, right: EyeLandmarks] = [
  {
    upper: [
      [263, 466, 388, 387, 386, 385, 384, 398, 362],
      [359, 467, 260, 259, 257, 258, 286, 414, 463],
      [446, 342, 445, 444, 443, 442, 441, 413, 464],
      [276, 283, 282, 295, 285],
    ],
    lower: [
      [263, 249, 390, 373, 374, 380, 381, 382, 362],
      [359, 255, 339, 254, 253, 252, 256, 341, 463],
      [446, 261, 448, 449, 450, 451, 452, 453, 464],
    ],
    browTop: [300, 293, 334, 296, 336],
  },
  {
    upper: [
      [33, 246, 161, 160, 159, 158, 157, 173, 133],
      [130, 247, 30, 29, 27, 28, 56, 190, 243],
      [226, 113, 225, 224, 223, 222, 221, 189, 244],
      [46, 53, 52, 65, 55],
    ],
    lower: [
      [33, 7, 163, 144, 145, 153, 154, 155, 133],
      [130, 25, 110, 24, 23, 22, 26, 112, 243],
      [226, 31, 228, 229, 230, 231, 232, 233, 244],
    ],
    browTop: [70, 63, 105, 66, 107],
  },
]
