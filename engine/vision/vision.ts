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

/** Every network of the engine. */
export type Nets = {
  /** 224 × 224 RGB in −1–1 -> 2254 × 12 boxes and 2254 scores. */
  poseDetection: Net
  /** 256 × 256 RGB in 0–1 -> 39 × 5 landmarks, presence, 256 × 256 mask, 64 × 64 × 39 heat map. */
  poseLandmark: Net
  /** 192 × 192 RGB in −1–1 -> 2304 × 16 boxes and 2304 scores. */
  faceDetection: Net
  /** 192 × 192 RGB in 0–1 -> 468 × 3 landmarks, 48 × 48 × 32 features, a logit: whether it is a face. */
  faceMesh: Net
  /** Three 16 × 16 × 32 cuts of the features -> lips, right eye, right iris, left eye, left iris. */
  faceDetail: Net
  /** 192 × 192 RGB in 0–1 -> 2016 × 18 boxes and 2016 scores. */
  palmDetection: Net
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
