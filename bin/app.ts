import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { parseBudget } from '../catalog/budget.ts'
import { buildApp } from '../lib/build-app.ts'

// `cdk deploy -c serviceUrl=https://…` makes the pipeline alone and points it at that service.
const app = new App()
const budget: unknown = app.node.tryGetContext('budget')
const unitPrice: unknown = app.node.tryGetContext('unitPrice')
buildApp(app, {
  serviceUrl: app.node.tryGetContext('serviceUrl') as string | undefined,
  // `-c serviceIdempotent=true` when that service gives the same task for the same Idempotency-Key.
  ...(app.node.tryGetContext('serviceIdempotent') && { serviceIdempotent: true }),
  // `-c budget='{"units":500}' -c unitPrice=0.05`: what a day may spend, and what a unit costs in dollars.
  spending: {
    ...(budget !== undefined && { budget: parseBudget(budget) }),
    ...(unitPrice !== undefined && { unitPrice: Number(unitPrice) }),
  },
})
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
