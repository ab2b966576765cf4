declare module 'asl-validator' {
  export default function validate(definition: object): { isValid: boolean; errors: unknown[] }
}
