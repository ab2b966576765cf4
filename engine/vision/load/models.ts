/** One model file as an npm package ships it. */
export type ModelFile = {
  /** What `require.resolve` finds; the file must be carried in `node_modules` next to the code. */
  specifier: string
  /** From and to which byte the model lies in the file, where the file holds several (its package's file table). */
  bytes?: readonly [number, number]
  /** SHA-256 of the model's bytes, in hex. The decoders are written for exactly these weights. */
  sha256: string
  /** The input tensors' shapes. */
  inputs: readonly (readonly number[])[]
  /** The part of the network that is carried out, as tensor indices of the file; all of it when absent. */
  part?: { inputs: readonly number[]; outputs: readonly number[] }
}

/** The face mesh with attention, whose middle the runtime cannot carry out. */
const ATTENTION = {
  specifier: '@mediapipe/face_mesh/face_mesh_solution_packed_assets.data',
  bytes: [0, 2_495_952],
  sha256: '883b7411747bac657c30c462d305d312e9dec6adbf8b85e2f5d8d722fca9455d',
} as const

/**
 * The models of `openVision`. The pose detector's packed-assets file holds that one model and nothing else, from its
 * first to its last byte (the file table at the end of `pose_solution_packed_assets_loader.js`).
 */
export const MODELS = {
  poseDetection: {
    specifier: '@mediapipe/pose/pose_solution_packed_assets.data',
    sha256: 'a63c614bef30d35947f13be361820b1e4e3bec9cfeebf4d11216a18373108e85',
    inputs: [[1, 224, 224, 3]],
  },
  poseLandmark: {
    specifier: '@mediapipe/pose/pose_landmark_full.tflite',
    sha256: 'e9a5c5cb17f736fafd4c2ec1da3b3d331d6edbe8a0d32395855aeb2cdfd64b9f',
    inputs: [[1, 256, 256, 3]],
  },
  faceDetection: {
    specifier: '@mediapipe/face_detection/face_detection_full_range_sparse.tflite',
    sha256: '671dd2f9ed11a78436fc21cc42357a803dfc6f73e9fb86541be942d5716c2dce',
    inputs: [[1, 192, 192, 3]],
  },
  /** From the picture to the mesh (186), the features it is read from (35) and whether there is a face (710). */
  faceMesh: {
    ...ATTENTION,
    inputs: [[1, 192, 192, 3]],
    part: { inputs: [0], outputs: [186, 35, 710] },
  },
  /** From the features cut out around lips and eyes to their own landmarks and those of the irises. */
  faceDetail: {
    ...ATTENTION,
    inputs: [
      [1, 16, 16, 32],
      [1, 16, 16, 32],
      [1, 16, 16, 32],
    ],
    part: { inputs: [199, 200, 201], outputs: [697, 700, 703, 704, 707] },
  },
  palmDetection: {
    specifier: '@mediapipe/hands/hands_solution_packed_assets.data',
    bytes: [11, 2_341_291],
    sha256: '2f25e740121983f68ffc05f99991d524dc0ea812134f6316a26125816941ee85',
    inputs: [[1, 192, 192, 3]],
  },
  handLandmark: {
    specifier: '@mediapipe/hands/hand_landmark_full.tflite',
    sha256: '8c026882c9ec059ce0f8e75266bee5a9a23c341a40e0000df755374d3d1b9b68',
    inputs: [[1, 224, 224, 3]],
  },
  selfie: {
    specifier: '@mediapipe/selfie_segmentation/selfie_segmentation.tflite',
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
    inputs: [[1, 256, 256, 3]],
  },
  wideSelfie: {
    specifier: '@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite',
    sha256: '4aafe6223bb8dac6fac8ca8ed56852870a33051ef3f6238822d282a109962894',
    inputs: [[1, 144, 256, 3]],
  },
} as const satisfies Record<string, ModelFile>
