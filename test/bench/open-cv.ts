export type Mat = { data: Uint8Array; delete(): void }

export type OpenCv = {
  Mat: new () => Mat
  Scalar: new () => unknown
  matFromArray(rows: number, columns: number, type: number, values: ArrayLike<number>): Mat
  remap(
    from: Mat,
    to: Mat,
    x: Mat,
    y: Mat,
    interpolation: number,
    border: number,
    value: unknown,
  ): void
  inpaint(from: Mat, mask: Mat, to: Mat, radius: number, method: number): void
  CV_8UC1: number
  CV_8UC3: number
  CV_8UC4: number
  CV_32FC1: number
  INPAINT_NS: number
  INPAINT_TELEA: number
  INTER_CUBIC: number
  INTER_LINEAR: number
  BORDER_REPLICATE: number
  onRuntimeInitialized?: () => void
}

/** Its module has a `then` that never calls back, so it must not be the value of a promise. */
export async function openCv(rivals: NodeJS.Require): Promise<{ cv: OpenCv }> {
  const cv = rivals('@techstark/opencv-js') as OpenCv
  if (!Object.hasOwn(cv, 'Mat')) {
    await new Promise<void>((ready) => {
      cv.onRuntimeInitialized = () => ready()
    })
  }
  return { cv }
}
