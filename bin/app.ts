import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildApp } from '../lib/build-app.ts'

// `cdk deploy -c serviceUrl=https://…` makes the pipeline alone and points it at that service.
const app = new App()
buildApp(app, { serviceUrl: app.node.tryGetContext('serviceUrl') as string | undefined })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
