/** The glue of LiteRT’s WebAssembly, which the build takes from its package. */
declare module 'litert-module-factory' {
  const factory: unknown
  export default factory
}
