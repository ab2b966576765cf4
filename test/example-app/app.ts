import { App, type AppProps, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { BothStack } from './both-stack.ts'
import { ProviderOnlyStack } from './provider-only-stack.ts'
import { TwoPipelinesStack } from './two-pipelines-stack.ts'

/** An app of somebody else's that uses the constructs. */
export function exampleApp(props: AppProps = {}): App {
  const app = new App(props)
  new ProviderOnlyStack(app, 'Portraits')
  new BothStack(app, 'Studio')
  new TwoPipelinesStack(app, 'Archive')
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return app
}

if (import.meta.main) exampleApp()
