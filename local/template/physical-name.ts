import { createHash } from 'node:crypto'

/** A lower-case hex digest of the parts, cut to `length`. The same parts always give the same text. */
export function stableId(length: number, ...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length)
}

const LONGEST: Readonly<Record<string, number>> = {
  'AWS::S3::Bucket': 63,
  'AWS::Lambda::Function': 64,
  'AWS::IAM::Role': 64,
  'AWS::Events::Rule': 64,
  'AWS::SQS::Queue': 80,
  'AWS::StepFunctions::StateMachine': 80,
}

/**
 * The name of a resource that the template does not name: `stack-logicalId-digest`, as CloudFormation forms it, but
 * the same on every start. Bucket names are lower-case. A secret has no stack part and only one dash, because CDK's
 * `secretName` reads the name out of the ARN by splitting it at dashes.
 */
export function physicalName(type: string, stack: string, logicalId: string): string {
  const digest = stableId(12, stack, logicalId)
  if (type === 'AWS::SecretsManager::Secret') return `${logicalId}-${digest}`
  const room = (LONGEST[type] ?? 255) - digest.length - 1
  const name = `${`${stack}-${logicalId}`.slice(0, room).replace(/-+$/, '')}-${digest}`
  return type === 'AWS::S3::Bucket' ? name.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-') : name
}
