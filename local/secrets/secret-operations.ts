import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import type { Secret, SecretFile } from './secret-file.ts'

const ById = z.object({ SecretId: z.string().min(1).max(2_048) })
const Text = z.string().max(65_536)
const Put = ById.extend({ SecretString: Text, ClientRequestToken: z.string().max(64).optional() })
const Create = z.object({
  Name: z
    .string()
    .regex(/^[A-Za-z0-9/_+=.@-]{1,512}$/, 'must be 1 to 512 letters, digits or /_+=.@-'),
  SecretString: Text.optional(),
})

function missing(): AwsError {
  return new AwsError(
    'ResourceNotFoundException',
    "Secrets Manager can't find the specified secret.",
  )
}

function facts(secret: Secret) {
  return { ARN: secret.arn, Name: secret.name }
}
const stage = { VersionStages: ['AWSCURRENT'] }

/** The operations of Secrets Manager that run here, by name (API Reference). */
export function secretOperations(
  file: SecretFile,
  environment: { region: string; account: string },
): Record<string, Operation> {
  const required = (id: string): Secret => {
    const secret = file.find(id)
    if (!secret) throw missing()
    return secret
  }
  return {
    GetSecretValue: (raw) => {
      const secret = required(ById.parse(raw).SecretId)
      if (secret.text === undefined) {
        throw new AwsError(
          'ResourceNotFoundException',
          "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
        )
      }
      const CreatedDate = secret.changed / 1_000
      return {
        ...facts(secret),
        ...stage,
        SecretString: secret.text,
        VersionId: secret.version,
        CreatedDate,
      }
    },
    PutSecretValue: (raw) => {
      const { SecretId, SecretString, ClientRequestToken } = Put.parse(raw)
      const secret = file.put(SecretId, SecretString, ClientRequestToken)
      if (!secret) throw missing()
      return { ...facts(secret), ...stage, VersionId: secret.version }
    },
    DescribeSecret: (raw) => {
      const secret = required(ById.parse(raw).SecretId)
      const versions = secret.version ? { [secret.version]: ['AWSCURRENT'] } : {}
      return {
        ...facts(secret),
        LastChangedDate: secret.changed / 1_000,
        VersionIdsToStages: versions,
      }
    },
    CreateSecret: (raw) => {
      const { Name, SecretString } = Create.parse(raw)
      const end = randomBytes(3).toString('hex')
      const arn = `arn:aws:secretsmanager:${environment.region}:${environment.account}:secret:${Name}-${end}`
      const secret = file.ensure(
        Name,
        arn,
        SecretString === undefined ? undefined : () => SecretString,
      )
      return { ...facts(secret), VersionId: secret.version }
    },
  }
}
