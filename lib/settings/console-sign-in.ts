import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { ConsoleSignIn } from '../console/console-sign-in.ts'
import type { Settings } from './settings.ts'

/** How people sign in to the console: at a provider of their own where one is named, else by Cognito. */
export function consoleSignIn(scope: Construct, settings: Partial<Settings>): ConsoleSignIn {
  const { consoleIssuer, consoleClientId, consoleSecretArn, consoleRoles } = settings
  if (!consoleIssuer || !consoleClientId || !consoleRoles) return 'cognito'
  return {
    issuer: consoleIssuer,
    clientId: consoleClientId,
    roles: consoleRoles,
    ...(consoleSecretArn && {
      secret: Secret.fromSecretCompleteArn(scope, 'ConsoleClientSecret', consoleSecretArn),
    }),
  }
}
