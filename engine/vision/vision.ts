/** A compiled network with one input. */
export type Net = {
  /**
   * Runs the network once.
   * @param input the whole input tensor, row by row, channels last
   * @returns a copy of every output tensor; their order is the model's own and not to be relied on, lengths are
   * @throws when the runtime reports an error, which by itself it would only print
   */
  run(input: Float32Array): Promise<Float32Array[]>
}

/** The opened models. Costs about 200 MB of memory; open it once per process and share it. */
export type Vision = {
  /** 224 × 224 RGB in −1–1 -> 2254 × 12 boxes and 2254 scores. */
  poseDetection: Net
  /** 256 × 256 RGB in 0–1 -> 39 × 5 landmarks, presence, 256 × 256 mask, 64 × 64 × 39 heat map. */
  poseLandmark: Net
  /** Gives the memory back. Running a net afterwards throws. */
  close(): void
}
