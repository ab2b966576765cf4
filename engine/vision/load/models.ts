/** One model file as an npm package ships it. */
export type ModelFile = {
  /** The file as `package/path`; it must be installed in `node_modules` beside the code. */
  specifier: string
  /**
   * The first byte of the model and the one after its last, where the file holds several (by its package's file
   * table).
   */
  bytes?: readonly [number, number]
  /**
   * The SHA-256 of the model's bytes, in hex: the code that decodes its outputs is written for exactly these weights.
   */
  sha256: string
  /** The shapes of the input tensors. */
  inputs: readonly (readonly number[])[]
  /** The part of the network that is run, by the indices of its tensors; all of it when absent. */
  subgraph?: { inputs: readonly number[]; outputs: readonly number[] }
}

/** The face mesh with attention. The runtime lacks the operations in its middle, so that two parts of it are run. */
const ATTENTION = {
  specifier: '@mediapipe/face_mesh/face_mesh_solution_packed_assets.data',
  bytes: [0, 2_495_952],
  sha256: '883b7411747bac657c30c462d305d312e9dec6adbf8b85e2f5d8d722fca9455d',
} as const

/**
 * The models that the networks of `Vision` are made of. The packed-assets file of the pose detector holds nothing but
 * that model (see the file table at the end of `pose_solution_packed_assets_loader.js`).
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
  poseLandmarkLite: {
    specifier: '@mediapipe/pose/pose_landmark_lite.tflite',
    sha256: 'f17bfbecadb61c3be1baa8b8d851cc6619c870a87167b32848ad20db306b9d61',
    inputs: [[1, 256, 256, 3]],
  },
  faceDetection: {
    specifier: '@mediapipe/face_detection/face_detection_full_range_sparse.tflite',
    sha256: '671dd2f9ed11a78436fc21cc42357a803dfc6f73e9fb86541be942d5716c2dce',
    inputs: [[1, 192, 192, 3]],
  },
  /** From the input to the mesh (tensor 186), the features for the detail network (35) and the face logit (710). */
  faceMesh: {
    ...ATTENTION,
    inputs: [[1, 192, 192, 3]],
    subgraph: { inputs: [0], outputs: [186, 35, 710] },
  },
  /** From the crops of the features around lips and eyes to the landmarks of lips, eyes and irises. */
  faceDetail: {
    ...ATTENTION,
    inputs: [
      [1, 16, 16, 32],
      [1, 16, 16, 32],
      [1, 16, 16, 32],
    ],
    subgraph: { inputs: [199, 200, 201], outputs: [697, 700, 703, 704, 707] },
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

/**
 * Extracts a model from the file that holds it.
 * @param file the bytes of the whole file
 * @throws when the weights are not those that the decoders are written for
 */
export async function extractModel(
  file: Uint8Array,
  { specifier, bytes, sha256 }: Pick<ModelFile, 'specifier' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> {
  const model = bytes ? file.subarray(...bytes) : file
  const digest = await crypto.subtle.digest('SHA-256', model as Uint8Array<ArrayBuffer>)
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  if (found.join('') !== sha256) {
    throw new Error(`${specifier} has SHA-256 ${found.join('')}; ${sha256} is expected.`)
  }
  return model
}
