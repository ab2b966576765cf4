/**
 * Every failure the system can name, in one table. The API takes `status` from it, the state machine its retry
 * rules (`retryable`), the docs their tables (`kind`, `detail`). `detail` is safe to show to anybody.
 *
 * - `request`: refused before a task exists; the HTTP answer carries `status` and the code.
 * - `task`: the task was accepted and ended in `error`; the code stands in `data.error`, the HTTP status is 200.
 * - `job`: the pipeline could not bring a dropped file to its end; the code stands in the job's record.
 * - `page`: the console refused a request of its page; the HTTP answer carries `status` and the code.
 */
export const FAILURES = {
  InvalidParameters: request(400, 'One or more parameters in this request are invalid.'),
  BadRequest: request(400, 'The request body is not a JSON object this endpoint can read.'),
  InvalidTemplate: request(400, "This template ID doesn't exist."),
  InvalidTaskId: request(400, 'There is no task of this kind with this id, or it has expired.'),
  CreditInsufficiency: request(400, 'There are not enough units left for this task.'),
  OperationNotSupport: request(400, 'This task id does not come from an effect endpoint.'),
  OperationInvalid: request(400, 'The task has not finished yet.'),
  InvalidApiKey: request(401, 'This API key is not recognized.'),
  InvalidAccessToken: request(401, 'Unauthorized'),
  InactiveApiKey: request(401, 'This API key has been switched off.'),
  ExpiredApiKey: request(401, 'This API key has expired.'),
  InvalidSignature: request(401, 'The webhook signature is missing or does not match.'),
  NotFound: request(404, 'There is nothing at this path.'),
  IdempotencyConflict: request(
    409,
    'A request with this Idempotency-Key is still being answered.',
    true,
  ),
  PayloadTooLarge: request(413, 'The request body is larger than 1 MB.'),
  IdempotencyMismatch: request(
    422,
    'This Idempotency-Key was used before with another request body.',
  ),
  TooManyRequests: request(429, 'Too many requests', true),
  TaskTimeout: request(500, 'Task execution timed out', true),
  InternalError: request(
    500,
    'The service failed to answer; the request id names the incident.',
    true,
  ),

  RUNTIME_ERROR: task('The effect failed unexpectedly.', true),
  PHOTO_DETECTION_FAIL: unsuited('Nobody this effect can work on was found in the photo.'),
  OBJECT_DETECTION_FAIL: task('No product was found in the reference photo.'),
  PHOTO_CHECK_INVALID: unsuited('The pose or the size of the photo does not suit this effect.'),
  INPUT_ERROR: unsuited('The file is not a picture of a supported format, or it is damaged.'),
  INPUT_MAIN_IMAGE_EMPTY: unsuited('The source file holds no bytes.'),
  error_download_image: task('The source file could not be fetched.', true),
  exceed_max_filesize: unsuited('The source file is larger than this feature allows.'),
  invalid_parameter: task('A parameter has a value this effect cannot use.'),
  error_invalid_params: task('A parameter has a value this effect cannot use.'),
  error_download_mask: task('The mask could not be fetched.', true),
  error_download_video: task('The source video could not be fetched.', true),
  error_decode_image: unsuited(
    'The file is not a picture of a supported format, or it is damaged.',
  ),
  error_decode_mask: task('The mask is not a picture of a supported format, or it is damaged.'),
  error_decode_video: unsuited('The video is damaged or cut off.'),
  error_unsupported_video: unsuited('The video is in a format this feature does not take.'),
  error_unexpected_video_duration: unsuited(
    'The video is longer or shorter than this feature allows.',
  ),
  error_below_min_image_size: unsuited('The picture has fewer pixels than this feature needs.'),
  error_exceed_max_image_size: unsuited('The picture has more pixels than this feature allows.'),
  error_unsupport_ratio: unsuited('The sides of the picture are too unequal for this feature.'),
  error_no_face: unsuited('No face was found in the picture.'),
  error_multiple_people: unsuited(
    'There are more people in the picture than this effect works on.',
  ),
  error_multi_person: unsuited('There is more than one person in the picture.'),
  error_pose: unsuited('The pose of the person does not suit this effect.'),
  error_no_shoulder: unsuited('The shoulders are not in the picture.'),
  error_large_face_angle: unsuited('The face is turned too far away.'),
  error_face_pose: unsuited('The pose of the face does not suit this effect.'),
  error_face_parsing: unsuited('A part of the face cannot be made out.'),
  error_insufficient_landmarks: unsuited('A part of the face cannot be made out.'),
  error_face_angle_invalid: unsuited('The face is turned too far away, or not far enough.'),
  error_face_position_invalid: unsuited('The face is not fully visible.'),
  error_face_position_too_small: unsuited('The face is too small in the picture.'),
  error_face_position_out_of_boundary: unsuited(
    'The face is too large or partly outside the picture.',
  ),
  error_src_face_too_small: unsuited(
    'The face takes up less than 60% of the width of the picture.',
  ),
  error_src_face_out_of_bound: unsuited('The face is partly or fully outside the picture.'),
  error_insufficient_lighting: unsuited(
    'The light on the face is too dim, or so bright or coloured that the skin’s colour is lost.',
  ),
  error_lighting_dark: unsuited('The picture is too dark.'),
  error_hair_too_short: unsuited('The hair is too short for this effect.'),
  error_invalid_src: unsuited('Nobody who could be dressed was found in the picture.'),
  error_invalid_ref: task('No garment was found in the reference picture.'),
  error_apply_region_mismatch: task('The garment is not of the asked category.'),
  error_editing_failed: task('The result looks like the source.'),
  error_nsfw_content_detected: task(
    'The prompt, the picture or the result was refused by a filter for unsafe content.',
  ),
  error_generator_busy: task('The generator is busy or cannot be reached; nothing was paid.', true),
  error_generator_budget: task('The generator would cost more than the service lets a task spend.'),
  error_generator_answer: task('The generator answered with a picture that does not fit.'),
  error_generator_lost: task(
    'The generator’s answer was lost; it may have been paid, so it was not asked again.',
  ),
  error_inference: task('The effect failed unexpectedly.', true),
  unknown_internal_error: task('The service could not carry the task out.', true),

  RecipeUnknown: job('There is no recipe of this name.'),
  RecipeInvalid: job('The recipe does not fit the catalogue.'),
  FeatureUnavailable: job('The service does not carry this feature out.'),
  SourceGone: job('The dropped object was deleted before it could be read.'),
  SourceArchived: job(
    'A file of the job lies in an archive storage class. Restore it (aws s3api restore-object), then retry the job.',
    'a new attempt',
  ),
  Superseded: job(
    'The object was overwritten while its job ran; the newer version has a job of its own.',
  ),
  NeedsPreparing: job(
    'The picture does not meet the feature’s file rule and must be prepared first.',
  ),
  PreparedEach: job('Each target has a picture of its own and is worked on in it.'),
  SourceUnfit: unsuitedJob(
    'The file cannot be read, or cannot be made to meet the feature’s file rule.',
  ),
  PreparationStopped: job(
    'Preparing the file took too long and was stopped; that says nothing about the file.',
    'a new attempt',
  ),
  CompanionMissing: job(
    'A file the recipe needs beside the dropped one did not arrive in time.',
    'a new attempt',
  ),
  RightMissing: job('The pipeline lacks a right that the job needs.', 'a new attempt'),
  InputMissing: job('A file the recipe names does not exist.'),
  NoTarget: unsuitedJob('Nobody this effect can work on was found in the picture.'),
  TargetMissing: unsuitedJob('The recipe asks for a target that the picture does not have.'),
  TaskFailed: job('The service ended the task in an error.'),
  TaskBroke: job(
    'The service could not carry the task out, for a reason that may pass.',
    'a new attempt',
  ),
  TaskRefused: job('The service refused the task.'),
  UnitsMissing: job('The service has not enough units left for the task.', 'a new attempt'),
  CreationUnknown: job(
    'The service may or may not have made the task: its answer was lost, and asking again could pay twice.',
  ),
  ServiceBusy: job('The service asked to come back later.', 'the same call'),
  ServiceUnreachable: job(
    'The service could not be reached or answered with an error.',
    'the same call',
  ),
  CallbackTimeout: job(
    'The task did not finish within the time the recipe gives it.',
    'the same call',
  ),
  ResultUnavailable: job('The result could not be fetched from the service.', 'the same call'),
  ResultUnreadable: job('The result came in a Content-Encoding that is not read.'),
  ExpressionFailed: job(
    'An expression of the workflow failed, or took longer than it may.',
    'a new attempt',
  ),
  JobTimedOut: job('The job did not finish within its total time.', 'the same call'),
  JobAborted: job('The job was stopped by an operator.', 'the same call'),
  JobFailed: job('The job failed for a reason the pipeline has no name for.', 'the same call'),

  SignInRequired: page(401, 'Nobody is signed in, or the session has ended.'),
  SignInRefused: page(403, 'This link or login opens no session.'),
  RoleMissing: page(403, 'Your role does not allow this.'),
  ForeignPage: page(403, 'Requests from pages of another origin are refused.'),
  ServiceElsewhere: page(
    404,
    'The pipeline drives another provider’s service: its accounts, keys, tasks and webhooks are seen there.',
  ),
  StateConflict: page(409, 'It is in a state in which this cannot be done.'),
  RecipeChanged: page(412, 'The recipe was changed by somebody else meanwhile; nothing was saved.'),
  ServiceSilent: page(502, 'The service did not answer.'),
  PictureNotShown: page(422, 'The file cannot be shown as a picture.'),
  PictureNotReady: page(503, 'The picture is still being made.'),
  Gone: page(410, 'It was there, and is not kept any more.'),
} as const satisfies Record<string, FailureRule>

export type FailureKind = 'request' | 'task' | 'job' | 'page'

export type FailureRule = {
  kind: FailureKind
  /** HTTP status of the answer that carries this code. */
  status: number
  /** Whether the same request or a new attempt at the job may succeed. */
  retryable: boolean
  /** Whether the failed call itself may succeed when it is repeated; otherwise only a new attempt can help. */
  transient: boolean
  /** Whether it says that the dropped file does not suit the effect, which is no fault of anything else. */
  unsuited: boolean
  /** One sentence for people, without secrets. */
  detail: string
}

export type FailureCode = keyof typeof FAILURES

/** The codes of one kind, in the table's order. */
export function failureCodes(kind: FailureKind): FailureCode[] {
  return (Object.keys(FAILURES) as FailureCode[]).filter((code) => FAILURES[code].kind === kind)
}

function request(status: number, detail: string, retryable = false): FailureRule {
  return { kind: 'request', status, retryable, transient: retryable, unsuited: false, detail }
}

function page(status: number, detail: string): FailureRule {
  return { kind: 'page', status, retryable: false, transient: false, unsuited: false, detail }
}

/** A task never continues after its end, so no task code is transient. */
function task(detail: string, retryable = false): FailureRule {
  return { kind: 'task', status: 200, retryable, transient: false, unsuited: false, detail }
}

function unsuited(detail: string): FailureRule {
  return { ...task(detail), unsuited: true }
}

function unsuitedJob(detail: string): FailureRule {
  return { ...job(detail), unsuited: true }
}

function job(
  detail: string,
  helps: 'nothing' | 'a new attempt' | 'the same call' = 'nothing',
): FailureRule {
  return {
    kind: 'job',
    status: 500,
    detail,
    retryable: helps !== 'nothing',
    transient: helps === 'the same call',
    unsuited: false,
  }
}
