/** What a refusal says of a field, in the words of the interface. */
export function aboveMaximum(field: string) {
  return `${field} is above the allowed maximum.`
}
export function belowMinimum(field: string) {
  return `${field} is below the allowed minimum.`
}
export function missing(field: string) {
  return `${field} is required but wasn't included in your request.`
}
export function notAccepted(field: string) {
  return `${field} is not one of the accepted values.`
}
export function wrongFormat(field: string) {
  return `${field} doesn't match the required format.`
}
