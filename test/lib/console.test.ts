import { expect, test } from 'vitest'
import { deployedBy } from './deployed-by.ts'

type Resource = { Type: string; Properties: Record<string, unknown> }

function ofType(resources: Record<string, Resource>, type: string): Record<string, unknown>[] {
  return Object.values(resources).flatMap(({ Type, Properties }) =>
    Type === type ? [Properties] : [],
  )
}

const PROVIDER = {
  console: 'true',
  consoleIssuer: 'https://login.example.org',
  consoleClientId: 'darkroom',
  consoleRoles: '{"claim":"groups","admin":["ops"]}',
}

test('the console changes no other stack', () => {
  const { DarkroomConsole, ...others } = deployedBy({ console: 'true' })
  expect(DarkroomConsole).toBeDefined()
  const without = deployedBy({})
  expect(without['DarkroomConsole']).toBeUndefined()
  expect(others).toEqual(without)
})

test('people of a pool of its own are invited, and lead back to the console alone', () => {
  const { DarkroomConsole = {} } = deployedBy({ console: 'true' })
  const [pool] = ofType(DarkroomConsole, 'AWS::Cognito::UserPool')
  expect(pool?.['AdminCreateUserConfig']).toMatchObject({ AllowAdminCreateUserOnly: true })
  const [client] = ofType(DarkroomConsole, 'AWS::Cognito::UserPoolClient')
  expect(client).toMatchObject({
    AllowedOAuthFlows: ['code'],
    GenerateSecret: false,
    SupportedIdentityProviders: ['COGNITO'],
  })
  expect(JSON.stringify(client?.['CallbackURLs'])).toMatch(/\/console\/signed-in"\]\]\}\]$/)
  expect(ofType(DarkroomConsole, 'AWS::Cognito::UserPoolGroup')).toHaveLength(3)
  expect(ofType(DarkroomConsole, 'AWS::Cognito::ManagedLoginBranding')).toHaveLength(1)
})

test('a provider of one’s own takes the place of the pool, and its secret is read by one function', () => {
  const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:console-AbCdEf'
  const { DarkroomConsole = {} } = deployedBy({ ...PROVIDER, consoleSecretArn: secret })
  expect(ofType(DarkroomConsole, 'AWS::Cognito::UserPool')).toEqual([])
  const reading = ofType(DarkroomConsole, 'AWS::IAM::Policy').filter((policy) =>
    JSON.stringify(policy).includes(secret),
  )
  expect(reading).toHaveLength(1)
  const signing = ofType(DarkroomConsole, 'AWS::Lambda::Function').filter((fn) =>
    JSON.stringify(fn).includes('CONSOLE_PROVIDER'),
  )
  expect(signing).toHaveLength(1)
  // It reaches sessions and its secret, and nothing of the pipeline.
  expect(JSON.stringify(signing)).not.toContain('DarkroomPipeline')
})

test('beside another provider’s service the console changes and tries nothing of it', () => {
  const entries = (context: Record<string, unknown>): string[] => {
    const { DarkroomConsole = {} } = deployedBy({ console: 'true', ...context })
    return ofType(DarkroomConsole, 'AWS::Lambda::Function').map(({ Description }) =>
      String(Description).replace('Darkroom: functions/console/', ''),
    )
  }
  const own = entries({})
  const others = entries({ serviceUrl: 'https://service.example' })
  expect(own.filter((entry) => !others.includes(entry)).toSorted()).toEqual([
    'change-service/handler.ts',
    'try-feature/handler.ts',
  ])
  expect(others).toContain('serve-service/handler.ts')
})

test('a second deployment lets the console’s page use both buckets, and changes nothing else', () => {
  const origin = 'https://abc.execute-api.eu-west-1.amazonaws.com'
  const [before, after] = [{}, { consoleOrigin: origin }].map(
    (context) => deployedBy(context)['DarkroomPipeline'] ?? {},
  )
  const changed = Object.keys(after ?? {}).filter(
    (id) => JSON.stringify(before?.[id]) !== JSON.stringify(after?.[id]),
  )
  const buckets = changed.map((id) => after?.[id])
  expect(buckets.map((one) => one?.Type)).toEqual(['AWS::S3::Bucket', 'AWS::S3::Bucket'])
  for (const bucket of buckets) {
    expect(bucket?.Properties['CorsConfiguration']).toMatchObject({
      CorsRules: [{ AllowedOrigins: [origin], AllowedMethods: ['PUT', 'GET', 'HEAD'] }],
    })
  }
})

test.each([
  [
    { consoleIssuer: 'https://login.example.org' },
    /consoleIssuer is of no use without consoleClientId/,
  ],
  [
    { consoleSecretArn: 'arn:aws:secretsmanager:x' },
    /consoleSecretArn is of no use without consoleIssuer/,
  ],
  [{ ...PROVIDER, consoleRoles: '{"claim":"groups","boss":["ops"]}' }, /consoleRoles/],
  [{ ...PROVIDER, consoleRoles: 'ops' }, /consoleRoles must be JSON like/],
  [{ consoleOrigin: 'https://a.example/console' }, /consoleOrigin must be https:\/\/host/],
])('the settings %o are refused in words', (context, words) => {
  expect(() => deployedBy(context)).toThrow(words)
})
