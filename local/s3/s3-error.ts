/**
 * The error codes of the S3 REST API that this endpoint uses, with HTTP status and default message (Amazon S3 API
 * Reference, "Error responses").
 */
const S3_CODES = {
  AccessControlListNotSupported: [400, 'The bucket does not allow ACLs'],
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters are not valid.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match.'],
  BucketAlreadyOwnedByYou: [409, 'The bucket that you tried to create already exists.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size'],
  IncompleteBody: [400, 'You did not provide the number of bytes the headers announced'],
  IncorrectNumberOfFilesInPostRequest: [400, 'POST requires exactly one file upload per request.'],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 you specified is not valid.'],
  InvalidLocationConstraint: [400, 'The specified location-constraint is not valid'],
  InvalidObjectState: [403, "The operation is not valid for the object's storage class"],
  InvalidPart: [
    400,
    'One or more of the specified parts could not be found. The part may not have been uploaded, ' +
      "or the specified entity tag may not match the part's entity tag.",
  ],
  InvalidPartNumber: [416, 'The requested partnumber is not satisfiable'],
  InvalidPartOrder: [
    400,
    'The list of parts was not in ascending order. Parts must be ordered by part number.',
  ],
  InvalidPolicyDocument: [400, 'The content of the form does not meet the policy document'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidStorageClass: [400, 'The storage class you specified is not valid'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  KeyTooLongError: [400, 'Your key is too long'],
  MalformedPOSTRequest: [
    400,
    'The body of your POST request is not well-formed multipart/form-data.',
  ],
  MalformedTrailerError: [400, 'The request contained trailing data that was not well-formed'],
  MalformedXML: [
    400,
    'The XML you provided was not well-formed or did not validate against our published schema',
  ],
  MaxPostPreDataLengthExceededError: [
    400,
    'Your POST request fields preceding the upload file were too large.',
  ],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [
    404,
    'The specified upload does not exist. The upload ID may be invalid, ' +
      'or the upload may have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'This endpoint does not implement the functionality you asked for'],
  NotModified: [304, 'Not Modified'],
  ObjectNotInActiveTierError: [
    403,
    'The source object of the copy is not in the active tier: restore it first.',
  ],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold'],
  RequestIsNotMultiPartContent: [
    400,
    'Bucket POST must be of the enclosure-type multipart/form-data.',
  ],
  RequestTimeTooSkewed: [
    403,
    'The difference between the request time and the current time is too large.',
  ],
  ServiceUnavailable: [503, 'The endpoint is shutting down.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
} as const satisfies Record<string, readonly [number, string]>

/** A code of the table. */
export type S3Code = keyof typeof S3_CODES

/** What an error says besides its code. */
export type S3ErrorDetail = {
  /** Replaces the default message of the code. */
  message?: string
  /** Further elements of the error document, such as `ArgumentName`. */
  fields?: Record<string, string>
  /** Headers of the answer, such as `x-amz-delete-marker`. */
  headers?: Record<string, string>
}

/** An error that the client is told: code and message become the S3 error document. */
export class S3Error extends Error {
  readonly code: S3Code
  readonly status: number
  readonly fields: Record<string, string>
  readonly headers: Record<string, string>

  constructor(code: S3Code, detail: S3ErrorDetail = {}) {
    super(detail.message ?? S3_CODES[code][1])
    this.name = code
    this.code = code
    this.status = S3_CODES[code][0]
    this.fields = detail.fields ?? {}
    this.headers = detail.headers ?? {}
  }
}
