import { App } from 'aws-cdk-lib'

/**
 * An app whose templates come soon: bundling, checks of the templates, trees and traces take most of a synthesis, and
 * nobody reads them here. `npm run synth` goes without none of them.
 */
export function unbundledApp(context: Record<string, unknown> = {}): App {
  return new App({
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    treeMetadata: false,
    stackTraces: false,
    context: { 'aws:cdk:bundling-stacks': [], ...context },
  })
}
