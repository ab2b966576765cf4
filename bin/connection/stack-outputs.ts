import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** An output of a deployed stack by its name; throws when the stack has none. */
export type StackOutputs = (name: string) => string

/** The outputs of a deployed stack. Needs AWS credentials. */
export async function stackOutputs(stack: string): Promise<StackOutputs> {
  const { Stacks = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: stack }),
  )
  return (name) => {
    const found = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue
    if (!found) throw new Error(`The stack ${stack} has no output ${name}.`)
    return found
  }
}
