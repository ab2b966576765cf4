/** What carries the models out. */
export const RUNTIME = '@litertjs/core'

/** Its builds that the engine can choose at load in Node: relaxed SIMD, and the one without. */
export const RUNTIME_BUILDS = /litert_wasm(_compat)?_internal\.(js|wasm)$/

/** What carries out the ONNX files that users bring, where they have installed it. */
export const ONNX_PACKAGE = 'onnxruntime-web'

/** What of it is used, 14 of 143 MB: the library for Node, the glue of its WebAssembly module, and that module. */
export const ONNX_FILES = [
  'package.json',
  'dist/ort.node.min.mjs',
  'dist/ort-wasm-simd-threaded.mjs',
  'dist/ort-wasm-simd-threaded.wasm',
]

/** The models the engine opens; the packages ship more, which the 250 MB limit of a function has no room for. */
export const MODEL_FILES = {
  '@mediapipe/pose': [
    'package.json',
    'pose_landmark_full.tflite',
    'pose_landmark_lite.tflite',
    'pose_solution_packed_assets.data',
  ],
  '@mediapipe/face_detection': ['package.json', 'face_detection_full_range_sparse.tflite'],
  '@mediapipe/face_mesh': ['package.json', 'face_mesh_solution_packed_assets.data'],
  '@mediapipe/hands': [
    'package.json',
    'hand_landmark_full.tflite',
    'hands_solution_packed_assets.data',
  ],
  '@mediapipe/selfie_segmentation': [
    'package.json',
    'selfie_segmentation.tflite',
    'selfie_segmentation_landscape.tflite',
  ],
}

/** Packages with parts that are built for one platform. */
export const NATIVE_PACKAGES = ['sharp']

/** Packages that cannot be bundled: native code, and files that are read by path. */
export const WORKER_PACKAGES = [...NATIVE_PACKAGES, RUNTIME, ...Object.keys(MODEL_FILES)]

/**
 * libav for the platform the video worker is deployed to. It is fetched at synthesis and never part of the package:
 * its licence is the GPL.
 */
export const LIBAV_PACKAGE = '@seydx/node-av-linux-arm64'

/** The program that runs libav in a process of its own, relative to the project. */
export const LIBAV_PROGRAM = 'engine/video/libav/run.ts'
