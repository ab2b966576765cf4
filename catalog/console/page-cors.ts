/** What a bucket must let the console's page do, which reads and writes it by presigned links: as a rule of S3. */
export const PAGE_CORS = {
  AllowedMethods: ['PUT', 'GET', 'HEAD'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 3000,
} as const
