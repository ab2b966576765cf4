/**
 * The ARN of the state machine itself, of the ARN that the children of distributed maps have for theirs: it ends with
 * the label of the map, and with one more for each map inside.
 */
export function ownMachine(machineArn: string): string {
  return machineArn.replace(/\/.*/, '')
}
