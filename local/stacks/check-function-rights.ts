import type { Access } from '../iam/access.ts'
import type { AccessRequest } from '../iam/compile-policy.ts'
import type { AssemblyModel } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import type { RoleSessions } from './assume-roles.ts'
import { readFailureQueues } from './read-failure-queues.ts'
import { readMappings } from './read-mappings.ts'

/** What Lambda does on a queue with the role of its function (Developer Guide, "Using Lambda with Amazon SQS"). */
const WORK_OFF = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']

/**
 * Requires the rights that Lambda uses in a function's name and asks for when the function is deployed: to work off its
 * queue, and to put what it failed on into its destination.
 * @throws TemplateError in the words of Lambda
 */
export function checkFunctionRights(
  model: AssemblyModel,
  access: Access,
  sessions: RoleSessions,
): void {
  const require = (functionNamed: string, operation: string, queueArn: string): void => {
    const arn = arnOfFunction(model, functionNamed)
    const session = sessions.get(arn)
    const request: AccessRequest = { action: `sqs:${operation}`, resource: queueArn, context: {} }
    if (session && access.decide(session.caller, request).allowed) return
    throw new TemplateError(
      `${functionNamed}: The provided execution role does not have permissions to call ${operation} on ${queueArn}`,
    )
  }
  for (const { functionArn, queueArn } of readMappings(model)) {
    for (const operation of WORK_OFF) require(functionArn, operation, queueArn)
  }
  const queues = new Map(
    model.ofType('AWS::SQS::Queue').map((queue) => {
      const { name, attributes } = queue.identity()
      return [name, attributes['Arn']!]
    }),
  )
  for (const [named, queue] of readFailureQueues(model)) {
    require(named, 'SendMessage', queues.get(queue) ?? queue)
  }
}

function arnOfFunction(model: AssemblyModel, named: string): string {
  const found = model
    .ofType('AWS::Lambda::Function')
    .map((one) => one.identity())
    .find(({ name, attributes }) => named === name || named === attributes['Arn'])
  return found?.attributes['Arn'] ?? named
}
