import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildApp } from '../lib/build-app.ts'

// `cdk deploy -c serviceUrl=https://…` makes the pipeline alone and points it at that service.
const app = new App()
buildApp(app, {
  serviceUrl: app.node.tryGetContext('serviceUrl') as string | undefined,
  // `-c serviceIdempotent=true` when that service gives the same task for the same Idempotency-Key.
  ...(app.node.tryGetContext('serviceIdempotent') && { serviceIdempotent: true }),
})
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
