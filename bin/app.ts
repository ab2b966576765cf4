import { App } from 'aws-cdk-lib'
import { buildApp } from '../lib/build-app.ts'

// `cdk deploy -c serviceUrl=https://…` makes the pipeline alone and points it at that service.
const app = new App()
buildApp(app, { serviceUrl: app.node.tryGetContext('serviceUrl') as string | undefined })
app.synth()
