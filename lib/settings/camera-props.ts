import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import type { Construct } from 'constructs'
import type { CameraSiteProps } from '../camera/camera-site.ts'
import { retentionOf } from './retention-of.ts'
import type { Settings } from './settings.ts'

/** What the settings make of the camera module's site in `scope`. Throws for a name without its certificate. */
export function cameraProps(scope: Construct, settings: Settings): CameraSiteProps {
  const { cameraDomain: name, cameraCertificateArn: arn, cameraAccessLog: accessLog } = settings
  return {
    ...retentionOf(settings),
    accessLog,
    ...(name && {
      domain: {
        name,
        certificate: Certificate.fromCertificateArn(scope, 'GivenCertificate', arn ?? ''),
      },
    }),
  }
}
