import { DropPipeline } from '@darkroom/cdk'
import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

const provider = { service: 'https://service.example.com', idempotent: true }

/** Two pipelines beside each other, each with buckets, tables and recipes of its own. */
export class TwoPipelinesStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props)
    const portrait = { steps: [{ feature: 'face-lift', parameters: { type: 'auto' } }] }
    new DropPipeline(this, 'Portraits', { provider, recipes: { portrait } })
    new DropPipeline(this, 'Passports', { provider, recipes: { passport: portrait } })
  }
}
