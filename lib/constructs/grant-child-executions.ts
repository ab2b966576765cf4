import { ArnFormat, Stack } from 'aws-cdk-lib'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { acknowledge } from './acknowledge.ts'
import type { Workflow } from './workflow.ts'

/**
 * Lets the machine of a distributed map have children. What the Developer Guide lists ("IAM policies for using
 * Distributed Map states"): to start executions, to look at and stop `execution:Name:*`, and to redrive those of the
 * map's label; these are looked at and stopped as well. A policy of its own: in the machine's own role it would close a
 * circle, machine → role → machine.
 */
export function grantChildExecutions(workflow: Workflow<string>, label: string): void {
  const stack = Stack.of(workflow)
  const { stateMachineArn, stateMachineName, role, node } = workflow.stateMachine
  const labels = ['', `/${label}`]
  const executions = labels.map((each) =>
    stack.formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachineName}${each}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  )
  const policy = new Policy(workflow, 'HaveChildren', {
    statements: [
      new PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }),
      new PolicyStatement({
        actions: ['states:DescribeExecution', 'states:StopExecution'],
        resources: executions,
      }),
      new PolicyStatement({ actions: ['states:RedriveExecution'], resources: executions.slice(1) }),
    ],
    roles: [role],
  })
  const machineId = stack.getLogicalId(node.defaultChild as CfnStateMachine)
  const named = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machineId}.Name>`
  for (const each of labels) {
    acknowledge(
      policy,
      `IAM5[Resource::${named}${each}:*]`,
      'Executions are named at run time; the machine reaches none but its own.',
    )
  }
}
