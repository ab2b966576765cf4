import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { CameraSite } from '../camera/camera-site.ts'
import type { RetentionProps } from '../constructs/retention.ts'

/** The camera module as a stack of its own, which knows neither of the others. */
export class CameraStack extends Stack {
  constructor(scope: Construct, id: string, life: RetentionProps = {}) {
    super(scope, id)
    const { url } = new CameraSite(this, 'Camera', life)
    new CfnOutput(this, 'CameraUrl', { value: url })
  }
}
