import { expect, test } from 'vitest'
import { plain } from './plain.ts'
import { templatesOf } from './templates-of.ts'

type Statement = { Action: string | string[]; Resource: unknown }
type Resource = { Type: string; Properties: Record<string, unknown> }

/** The rights of roles by a part of their logical ids: `action resource`, hashes at the end of ids left out. */
function rightsOf(role: RegExp, context: Record<string, unknown> = {}): string[] {
  const { stacks } = templatesOf(context)
  const { template } = stacks.find(({ name }) => name === 'DarkroomService')!
  const policies = Object.entries((template as { Resources: Record<string, Resource> }).Resources)
    .filter(([id, { Type }]) => Type === 'AWS::IAM::Policy' && role.test(id))
    .map(([, { Properties }]) => Properties['PolicyDocument'] as { Statement: Statement[] })
  const statements = policies.flatMap(({ Statement }) => Statement)
  return statements
    .flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => `${action} ${JSON.stringify(plain(Resource))}`),
    )
    .map((right) => right.replaceAll(/[0-9A-F]{8}(?=[.>])/g, '').replaceAll('"', ''))
    .toSorted()
}

const log = (worker: string) => [
  `logs:CreateLogStream <Service${worker}Log.Arn>`,
  `logs:PutLogEvents <Service${worker}Log.Arn>`,
]

const consume = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} <ServiceWorkers${queue}Queue.Arn>`,
  )

const ASK = 'lambda:InvokeFunction <ServiceWorkersBrokerServeWorkerFunction.Arn>'

test.each([
  ['RunTask', 'WorkersRunTask', [ASK, ...consume('Pictures')]],
  ['RunVideoTask', 'WorkersRunVideoTask', [ASK, ...consume('Videos')]],
  [
    'WorkSegments',
    'SharingWorkSegments',
    ['lambda:InvokeFunction <ServiceSharingServeSegmentsFunction.Arn>'],
  ],
])(
  '%s, which decodes what strangers sent, reaches its broker and its queue alone',
  (_, id, rights) => {
    const found = rightsOf(new RegExp(`^Service${id}RoleDefaultPolicy`))
    expect(found).toEqual([...log(id), ...rights].toSorted())
  },
)

test('a worker with a generator and model files gets the right to ask that generator, and no other', () => {
  const context = {
    models: 's3://studio-files/models/',
    generator: 'openai:https://images.example/v1',
  }
  const found = rightsOf(/^ServiceWorkersRunTaskRoleDefaultPolicy/, context)
  const plainly = rightsOf(/^ServiceWorkersRunTaskRoleDefaultPolicy/)
  expect(found.filter((right) => !plainly.includes(right))).toEqual([
    expect.stringMatching(/^secretsmanager:GetSecretValue /),
  ])
})
