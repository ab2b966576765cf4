import { DropPipeline, TaskService } from '@darkroom/cdk'
import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** The service and the pipeline that drives it, with recipes of its own. */
export class BothStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props)
    const service = new TaskService(this, 'Tasks')
    new DropPipeline(this, 'Drop', {
      provider: { service },
      recipes: {
        slim: {
          description: 'A slimmer figure.',
          steps: [{ feature: 'body-reshape', parameters: { features: { slim: -60 } } }],
        },
      },
      notify: { topic: true, webhook: { url: 'https://studio.example.com/darkroom' } },
      spending: { budget: { units: 500 }, unitPrice: 0.05 },
      alarmLimits: { unitsPerDay: 400 },
    })
  }
}
