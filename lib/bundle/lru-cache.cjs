// Stands for mnemonist/lru-cache in bundles. The client of DynamoDB makes one for endpoints that it was told to ask for
// (AWS_ENABLE_ENDPOINT_DISCOVERY), of which a function has one; the library's is 1 % of a small function.
module.exports = class extends Map {
  constructor() {
    super([])
  }
  peek(key) {
    return this.get(key)
  }
}
