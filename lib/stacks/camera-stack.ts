import { CfnOutput, Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { CameraSite, type CameraSiteProps } from '../camera/camera-site.ts'

/** The camera module as a stack of its own, which knows neither of the others. */
export class CameraStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: CameraSiteProps | ((stack: Stack) => CameraSiteProps) = {},
  ) {
    super(scope, id)
    const given = typeof props === 'function' ? props(this) : props
    const { url, target } = new CameraSite(this, 'Camera', given)
    new CfnOutput(this, 'CameraUrl', { value: url })
    if (given.domain) new CfnOutput(this, 'CameraTarget', { value: target })
  }
}
