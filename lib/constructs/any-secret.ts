import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'

/** A secret, made here or there before: what rights and variables need of it. */
export type AnySecret = Pick<ISecret, 'secretArn'> & {
  readonly secretFullArn?: string | undefined
  readonly encryptionKey?: IKey | undefined
}
