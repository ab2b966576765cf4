import { S3Error } from '../s3-error.ts'

/** Says to whoever signed with Signature Version 2 what else to sign with. @throws S3Error `InvalidRequest`. */
export function refuseVersion2(): never {
  throw new S3Error('InvalidRequest', {
    message:
      'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256: ' +
      'in boto3, whose presigned URLs use Signature Version 2 by default, ' +
      "boto3.client('s3', config=botocore.client.Config(signature_version='s3v4')); with the AWS CLI, " +
      'aws configure set default.s3.signature_version s3v4.',
  })
}
