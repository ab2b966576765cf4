import { Aws, CfnOutput, Fn, RemovalPolicy } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnUserPoolGroup,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { ROLES } from '../../catalog/console/role.ts'
import { acknowledge } from '../constructs/acknowledge.ts'

/**
 * People who may use the console, in a Cognito user pool with a group for each role. Nobody signs up by themselves:
 * `darkroom console invite` lets somebody in.
 */
export class ConsoleUsers extends Construct {
  /** What the function that signs in is told, as JSON. */
  readonly provider: string

  /** @param url of the console, `https://…` without a slash at the end */
  constructor(scope: Construct, id: string, url: string) {
    super(scope, id)
    const pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: FeaturePlan.ESSENTIALS,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      removalPolicy: RemovalPolicy.RETAIN,
    })
    acknowledge(
      pool,
      'COG2',
      'Everybody may add a second factor; whoever runs the pool may ask for it.',
    )
    acknowledge(
      pool,
      'COG8',
      'Threat protection costs for each user and is for whoever runs the pool to choose.',
    )
    const domain = pool.addDomain('Domain', {
      // A name of the whole region; the id of the stack is of nobody else.
      cognitoDomain: { domainPrefix: `darkroom-${stackGuid()}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    const client = this.client(pool, url)
    // Without it the new page of signing in is an error.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    })
    for (const groupName of ROLES) {
      new CfnUserPoolGroup(this, groupName, { userPoolId: pool.userPoolId, groupName })
    }
    this.provider = JSON.stringify({
      issuer: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${pool.userPoolId}`,
      clientId: client.userPoolClientId,
      roles: {
        claim: 'cognito:groups',
        ...Object.fromEntries(ROLES.map((role) => [role, [role]])),
      },
      logout: `${domain.baseUrl()}/logout`,
    })
    new CfnOutput(this, 'UserPoolId', { value: pool.userPoolId }).overrideLogicalId(
      'ConsoleUserPoolId',
    )
  }

  /** Without a secret: a code is worth nothing without its verifier, and no secret has to be kept anywhere. */
  private client(pool: UserPool, url: string): UserPoolClient {
    return pool.addClient('Client', {
      generateSecret: false,
      preventUserExistenceErrors: true,
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${url}/console/signed-in`],
        logoutUrls: [`${url}/console/`],
      },
    })
  }
}

/** The first eight digits of the GUID in the stack's ARN, `arn:…:stack/name/guid`. */
function stackGuid(): string {
  return Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
}
