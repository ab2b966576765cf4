import type { Codes } from './condition.ts'

/** Codes of the features whose documentation speaks of a photo. */
export const PHOTO_CODES: Codes = {
  download: 'error_download_image',
  empty: 'INPUT_MAIN_IMAGE_EMPTY',
  bytes: 'exceed_max_filesize',
  unreadable: 'INPUT_ERROR',
  dimensions: 'PHOTO_CHECK_INVALID',
  target: 'PHOTO_DETECTION_FAIL',
  pose: 'PHOTO_CHECK_INVALID',
  parameter: 'invalid_parameter',
  runtime: 'RUNTIME_ERROR',
}

/** Codes of the features whose documentation speaks of a photo and an object. */
export const OBJECT_CODES: Codes = { ...PHOTO_CODES, reference: 'OBJECT_DETECTION_FAIL' }

/** Codes of the features that share the common list for pictures. */
export const IMAGE_CODES: Codes = {
  download: 'error_download_image',
  empty: 'error_decode_image',
  bytes: 'exceed_max_filesize',
  unreadable: 'error_decode_image',
  dimensions: 'error_exceed_max_image_size',
  target: 'error_no_face',
  pose: 'error_pose',
  parameter: 'invalid_parameter',
  content: 'error_nsfw_content_detected',
  runtime: 'unknown_internal_error',
}

/** Codes of the features that change a video. */
export const VIDEO_CODES: Codes = {
  download: 'error_download_video',
  empty: 'error_decode_video',
  bytes: 'exceed_max_filesize',
  unreadable: 'error_decode_video',
  unsupported: 'error_unsupported_video',
  dimensions: 'invalid_parameter',
  seconds: 'error_unexpected_video_duration',
  target: 'invalid_parameter',
  pose: 'invalid_parameter',
  parameter: 'invalid_parameter',
  content: 'error_nsfw_content_detected',
  runtime: 'unknown_internal_error',
}

/** Codes of a picture file beside a video or another picture. */
export const PICTURE_FILE_CODES: Partial<Codes> = {
  download: 'error_download_image',
  empty: 'error_decode_image',
  unreadable: 'error_decode_image',
  unsupported: 'error_decode_image',
}

/** Codes of a mask file. */
export const MASK_FILE_CODES: Partial<Codes> = {
  download: 'error_download_mask',
  empty: 'error_decode_mask',
  unreadable: 'error_decode_mask',
  unsupported: 'error_decode_mask',
}

/** The codes of features that may ask a generator. */
export const GENERATOR_CODES = {
  'generator-busy': 'error_generator_busy',
  'generator-budget': 'error_generator_budget',
  'generator-answer': 'error_generator_answer',
  'generator-lost': 'error_generator_lost',
} as const satisfies Partial<Codes>
