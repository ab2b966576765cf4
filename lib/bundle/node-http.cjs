// Stands for node:http in bundles. An ES import of it asks for each of its exports, and one of them, WebSocket, loads
// undici: a third of what importing a small function costs. Asked for like this, only what is used is loaded.
module.exports = process.getBuiltinModule('node:http')
