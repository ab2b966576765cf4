import type { Size } from '../geometry/size.ts'
import type { ManifestOf, ModelTask } from '../models/model-manifest.ts'
import type { ModelNet } from '../models/model-net.ts'

/** A network that is read and compiled at its first run. */
export type Net = {
  /**
   * Runs the network once.
   * @param inputs the whole input tensors, row by row, channels last
   * @returns a copy of every output tensor in the model's own order; callers tell them apart by length, except those
   * of `faceDetail` and `handLandmark`, whose order is relied on
   * @throws when the model is missing, or the runtime prints an error
   */
  run(...inputs: Float32Array[]): Promise<Float32Array[]>
}

/** A network for inputs of any size whose sides are multiples of 32. */
export type ResizableNet = (inputSize: Size) => Net

/**
 * Every network of the engine: the models of MediaPipe Pose, Face Detection, Face Mesh, Hands, Selfie Segmentation.
 */
export type Nets = {
  /** RGB in −1–1 -> a box of 12 values and a score logit for each anchor; 2254 anchors in 224 × 224. */
  poseDetection: Net
  /** 256 × 256 RGB in 0–1 -> 39 × 5 landmarks, presence, 256 × 256 mask logits, 64 × 64 × 39 heatmaps. */
  poseLandmark: Net
  /** The same from a smaller model, which takes half the time: for frames of a video. */
  poseLandmarkLite: Net
  /** RGB in −1–1 -> a box of 16 values and a score logit for each anchor; 2304 anchors in 192 × 192. */
  faceDetection: ResizableNet
  /** 192 × 192 RGB in 0–1 -> 468 × 3 landmarks, 48 × 48 × 32 features, and the logit that it is a face. */
  faceMesh: Net
  /** Three 16 × 16 × 32 crops of the features -> lips, right eye, right iris, left eye, left iris. */
  faceDetail: Net
  /** RGB in 0–1 -> a box of 18 values and a score logit for each anchor; 2016 anchors in 192 × 192. */
  palmDetection: ResizableNet
  /** 224 × 224 RGB in 0–1 -> 21 × 3 landmarks, presence, handedness, 21 × 3 in metres. */
  handLandmark: Net
  /** 256 × 256 RGB in 0–1 -> 256 × 256 probabilities of person. */
  selfie: Net
  /** 256 × 144 RGB in 0–1 -> 256 × 144 probabilities of person. */
  wideSelfie: Net
}

type UserNets = {
  [Task in ModelTask]: { manifest: ManifestOf<Task>; net: ModelNet }
}

/** The network of a model file that users bring. */
export type UserNet<Task extends ModelTask = ModelTask> = UserNets[Task]

/** The network that users bring for a task. */
export function findUserNet<Task extends ModelTask>(
  nets: readonly UserNet[],
  task: Task,
): UserNet<Task> | undefined {
  return nets.find(({ manifest }) => manifest.task === task) as UserNet<Task> | undefined
}

/** The networks of one thread. They take some hundred megabytes of memory: open them once and share them. */
export type Vision = Nets & {
  /** Those of users’ model files, at most one for each of their tasks. @default none */
  userNets?: readonly UserNet[]
  /** Releases the memory. Running a network afterwards throws. */
  close(): void
}

/** The probability that a network's logit stands for. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}
