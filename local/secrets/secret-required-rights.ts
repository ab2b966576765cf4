import { type RequiredRights, textField } from '../aws-json/authorize.ts'
import type { SecretFile } from './secret-file.ts'

/**
 * What the operations of Secrets Manager ask for. A secret is decided on by its full ARN, however the request names it
 * (Service Authorization Reference, AWS Secrets Manager).
 */
export function secretRequiredRights(
  file: SecretFile,
  { region, account }: { region: string; account: string },
): RequiredRights {
  return (operation, input) => {
    const named = textField(input, 'SecretId') || textField(input, 'Name')
    const arn = named.startsWith('arn:')
      ? named
      : `arn:aws:secretsmanager:${region}:${account}:secret:${named}`
    return [
      {
        action: `secretsmanager:${operation}`,
        resource: file.find(named)?.arn ?? arn,
        context: {},
      },
    ]
  }
}
