/** One model file as an npm package ships it. */
export type ModelFile = {
  /** What `require.resolve` finds; the file must be carried in `node_modules` next to the code. */
  specifier: string
  /** SHA-256 of the model's bytes, in hex. The decoders are written for exactly these weights. */
  sha256: string
  /** The input tensor's shape. */
  input: number[]
}

/**
 * The models of `openVision`. The pose detector's packed-assets file holds that one model and nothing else, from its
 * first to its last byte (the file table at the end of `pose_solution_packed_assets_loader.js`).
 */
export const MODELS = {
  poseDetection: {
    specifier: '@mediapipe/pose/pose_solution_packed_assets.data',
    sha256: 'a63c614bef30d35947f13be361820b1e4e3bec9cfeebf4d11216a18373108e85',
    input: [1, 224, 224, 3],
  },
  poseLandmark: {
    specifier: '@mediapipe/pose/pose_landmark_full.tflite',
    sha256: 'e9a5c5cb17f736fafd4c2ec1da3b3d331d6edbe8a0d32395855aeb2cdfd64b9f',
    input: [1, 256, 256, 3],
  },
} as const satisfies Record<string, ModelFile>
