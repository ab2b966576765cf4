export const CREDENTIALS = { accessKeyId: 'AKIDLOCAL', secretAccessKey: 'local/secret+key' }
export const REGION = 'eu-west-1'
