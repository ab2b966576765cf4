/** How many parts between slashes name the owner of a resource, by the service in its ARN. */
const PARTS: Readonly<Record<string, number>> = { s3: 1, dynamodb: 2 }

/**
 * The ARN of the resource whose policy decides about `arn`: the bucket of an object, the table of an index; otherwise
 * the resource itself.
 */
export function resourceOwner(arn: string): string {
  const count = PARTS[arn.split(':')[2] ?? '']
  return count === undefined ? arn : arn.split('/', count).join('/')
}
