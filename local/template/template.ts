/** One resource of a CloudFormation template, as synthesized. */
export type TemplateResource = {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly Metadata?: Readonly<Record<string, unknown>>
  readonly Condition?: string
}

/** The sections of a CloudFormation template that a local run reads. */
export type Template = {
  readonly Resources?: Readonly<Record<string, TemplateResource>>
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >
  readonly Conditions?: Readonly<Record<string, unknown>>
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>
}

/** A synthesized stack: its CloudFormation name and its template. */
export type StackTemplate = { readonly name: string; readonly template: Template }

/** The stacks that run together. They may read each other's outputs. */
export type Assembly = { readonly stacks: readonly StackTemplate[] }

/** The template has a part that cannot run locally. The message names stack, resource and rule. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}
