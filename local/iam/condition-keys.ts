/**
 * The condition keys that requests of the local endpoints carry, in lower case, because keys are matched without case.
 * `list`: the key has one value for each part of a request, so that conditions need a set operator (IAM User Guide,
 * "AWS global condition context keys"; Service Authorization Reference, "Actions, resources, and condition keys" of
 * Amazon S3 and Amazon EventBridge).
 */
export const CONDITION_KEYS: ReadonlyMap<string, { readonly list: boolean }> = new Map([
  ['aws:securetransport', { list: false }],
  ['aws:sourcearn', { list: false }],
  ['aws:sourceaccount', { list: false }],
  ['aws:principalarn', { list: false }],
  ['aws:principalaccount', { list: false }],
  ['s3:prefix', { list: false }],
  ['s3:delimiter', { list: false }],
  ['s3:max-keys', { list: false }],
  ['events:source', { list: true }],
  ['events:detail-type', { list: true }],
])

/** The values of a request's condition keys, by the key in lower case. A key without values is not in the request. */
export type ConditionContext = Readonly<Record<string, readonly string[]>>
