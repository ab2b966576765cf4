/** A network, read and compiled at its first run. */
export type Net = {
  /**
   * Runs the network once.
   * @param inputs the whole input tensors, row by row, channels last
   * @returns a copy of every output tensor; their order is the model's own, only that of `faceDetail` and `handLandmark` is relied on
   * @throws when the runtime reports an error, which by itself it would only print, and when the model is missing
   */
  run(...inputs: Float32Array[]): Promise<Float32Array[]>
}

/** The size of a network's input, pixels. */
export type InputSize = { width: number; height: number }

/** A network that takes inputs of any size whose sides are multiples of 32. */
export type ResizableNet = (frame: InputSize) => Net

/** Every network of the engine. */
export type Nets = {
  /** RGB in −1–1 -> 12 values of a box and a score for each anchor; 2254 of them in 224 × 224. */
  poseDetection: Net
  /** 256 × 256 RGB in 0–1 -> 39 × 5 landmarks, presence, 256 × 256 mask, 64 × 64 × 39 heat map. */
  poseLandmark: Net
  /** RGB in −1–1 -> 16 values of a box and a score for each anchor; 2304 of them in 192 × 192. */
  faceDetection: ResizableNet
  /** 192 × 192 RGB in 0–1 -> 468 × 3 landmarks, 48 × 48 × 32 features, a logit: whether it is a face. */
  faceMesh: Net
  /** Three 16 × 16 × 32 cuts of the features -> lips, right eye, right iris, left eye, left iris. */
  faceDetail: Net
  /** RGB in 0–1 -> 18 values of a box and a score for each anchor; 2016 of them in 192 × 192. */
  palmDetection: ResizableNet
  /** 224 × 224 RGB in 0–1 -> 21 × 3 landmarks, presence, handedness, 21 × 3 in metres. */
  handLandmark: Net
  /** 256 × 256 RGB in 0–1 -> 256 × 256 probabilities of person. */
  selfie: Net
  /** 256 × 144 RGB in 0–1 -> 256 × 144 probabilities of person. */
  wideSelfie: Net
}

/** The models of one thread. They take some hundred megabytes of memory; open it once and share it. */
export type Vision = Nets & {
  /** Gives the memory back. Running a net afterwards throws. */
  close(): void
}
