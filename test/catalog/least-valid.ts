// The least of each shape that is valid.
export const MODEL = { file: 'a.onnx', sha256: 'a'.repeat(64) }
export const MADE = { generator: 'bedrock', operation: 'fill', model: 'm', dollars: 0 }
export const BEDROCK = { kind: 'bedrock' }
export const OPENAI = { kind: 'openai', url: 'https://h/v1' }
export const LOOK = { title: 'A', category: 'B', zones: [{ zone: 'foundation', opacity: 1 }] }
export const COMPUTE = { segments: 2, seconds: 0, dollars: 0 }
export const STEP = { feature: 'face-lift' }
export const RECIPE = { steps: [STEP] }
