import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { buildFromSettings } from '../lib/build-app.ts'

// Settings are read from the context: `cdk deploy -c serviceUrl=https://…` makes the pipeline alone.
const app = new App()
buildFromSettings(app)
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
