/**
 * A policy holds something that is not evaluated here: an element, a condition operator, a condition key or a policy
 * variable. It is an error and never an allow, because a condition that is passed over would grant more than AWS does.
 */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
}
