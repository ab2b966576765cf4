import { Aws } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { type JobDefinitionProps, jobDefinition } from '../workflow/job-definition.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { Workflow } from './workflow.ts'

type Verb = keyof JobDefinitionProps['functions']

export type JobWorkflowProps = {
  readonly functions: Readonly<Record<Verb, IFunction>>
  readonly alarms: AlarmTopic
}

/** The state machine of one dropped file. */
export class JobWorkflow extends Workflow<Verb> {
  constructor(scope: Construct, id: string, { functions, alarms }: JobWorkflowProps) {
    const { preProcess, prepare, chooseTarget, createTask, deliver, recordFailure } = functions
    super(scope, id, {
      alarms,
      what: 'A job',
      functions: { preProcess, prepare, chooseTarget, createTask, deliver, recordFailure },
      define: (arns) => jobDefinition({ partition: Aws.PARTITION, functions: arns }),
    })
  }
}
