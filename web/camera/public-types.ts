/** What the camera shows the person how to take; each serves one or more features of the task service. */
export type CameraMode =
  | 'makeup'
  | 'skincare'
  | 'hdskincare'
  | 'shadefinder'
  | 'facereshape'
  | 'hairlength'
  | 'hairfrizziness'
  | 'hairtype'
  | 'hairdensity'
  | 'ring'
  | 'wrist'
  | 'necklace'
  | 'earring'
  | 'teethwhiten'
  | 'nail'
  | 'comprehensive'

export type CameraLanguage =
  | 'chs'
  | 'cht'
  | 'deu'
  | 'enu'
  | 'esp'
  | 'fra'
  | 'jpn'
  | 'kor'
  | 'ptb'
  | 'ita'
  | 'mon'

export type QualityLevel = 'relaxed' | 'moderate' | 'strict'

/** Shares are 0–1, angles degrees. See docs/camera.md for the ranges. */
export type QualityThresholds = {
  face_ratio_lower_threshold: number
  face_ratio_upper_threshold: number
  face_left_boundary_lower_threshold: number
  face_left_boundary_upper_threshold: number
  face_right_boundary_lower_threshold: number
  face_right_boundary_upper_threshold: number
  face_top_boundary_lower_threshold: number
  face_top_boundary_upper_threshold: number
  face_bottom_boundary_lower_threshold: number
  face_bottom_boundary_upper_threshold: number
  pitch_lower_threshold: number
  pitch_upper_threshold: number
  yaw_lower_threshold: number
  yaw_upper_threshold: number
  roll_lower_threshold: number
  roll_upper_threshold: number
  lighting_lower_threshold: number
  lighting_upper_threshold: number
  lighting_uneven_threshold: number
}

/** What `init` takes; everything has a default. */
export type CameraOptions = {
  /** @default 'skincare' */
  faceDetectionMode?: CameraMode
  /** CSS pixels, 300–1920. @default 360, or the width of a screen below 500 */
  width?: number
  /** CSS pixels, 300–1920. @default 480, or the height of a screen below 500 */
  height?: number
  /** @default 'enu' */
  language?: CameraLanguage
  /** @default 'base64' */
  imageFormat?: 'base64' | 'blob'
  /** Whether a camera below the mode's resolution is used all the same. @default false */
  disableCameraResolutionCheck?: boolean
  /** @default false */
  hideFlipCameraButton?: boolean
  /** Milliseconds for which everything has to be right before the picture is taken. @default 800 */
  countingDuration?: number
  /** Of the modes `skincare` and `hdskincare`. @default 'relaxed' */
  qualityLevel?: QualityLevel
  /** Thresholds in place of the preset’s, of the same modes; none may be looser than RELAXED. */
  qualityOverrides?: Partial<QualityThresholds>
  /** Of the modes `skincare` and `hdskincare`. @default '720p', `hdskincare` '1920p' */
  videoQuality?: '720p' | '1080p' | '1920p'
}

/** How what the camera sees compares with what the mode needs. In the modes of hands, `hasFace` is about the hand. */
export type FaceQuality = {
  hasFace: boolean
  position: 'good' | 'notgood' | 'toosmall' | 'outofboundary'
  frontal: 'good' | 'notgood'
  lighting: 'good' | 'ok' | 'notgood'
}

export type CapturedImage = {
  /** Which step of the mode, from 0. */
  phase: number
  /** A data URL, or a Blob where `imageFormat` is `blob`; JPEG either way. */
  image: string | Blob
  width: number
  height: number
}

export type Captured = { mode: CameraMode; images: CapturedImage[] }

export type CameraFailureCode =
  | 'error_resolution_unsupported'
  | 'error_permission_denied'
  | 'error_access_failed'

/** What exactly failed, beside the code. */
export type CameraFailure = {
  reason:
    | 'denied'
    | 'no-camera'
    | 'in-use'
    | 'unplugged'
    | 'low-resolution'
    | 'insecure-context'
    | 'blocked-by-policy'
    | 'file-missing'
    | 'unsupported-browser'
    | 'camera-failed'
    | 'module-failed'
  /** For whoever builds the page, in English. */
  message: string
  /** The directive that the page’s Content Security Policy lacks. */
  directive?: string
}

/** The arguments of the listeners, by event. */
export type CameraEvents = {
  opened: []
  loading: [progress: number]
  loaded: []
  closed: []
  faceDetectionStarted: []
  cameraOpened: []
  cameraClosed: []
  cameraFailed: [code: CameraFailureCode, failure: CameraFailure]
  unsupportedResolution: []
  faceQualityChanged: [quality: FaceQuality]
  faceDetectionCaptured: [captured: Captured]
}

export type CameraKit = {
  readonly version: '2.5'
  /**
   * Sets the options of the openings that follow.
   * @throws Error that names the option, for a value that it does not take; and while the module is open
   */
  init(options?: CameraOptions): void
  /**
   * Shows the module in the element `CameraKit-module` and asks for the camera.
   * @throws Error before `init`, and where the page has no such element
   */
  openCameraKit(): void
  /** Stops the camera and empties the element. */
  close(): void
  /** @returns what `removeEventListener` takes */
  addEventListener<Name extends keyof CameraEvents>(
    event: Name,
    listener: (...args: CameraEvents[Name]) => void,
  ): number
  removeEventListener(id: number): void
  /** Whether the camera's picture is shown. */
  isLoaded(): boolean
  /** Holds the picture; nothing is judged or taken meanwhile. */
  pause(): void
  /** Goes on. @param restartWebcam whether the camera is opened anew, also after a picture was taken */
  resume(restartWebcam?: boolean): void
  /** Verdicts in the last second. */
  getInfo(): { fps: number }
}
