import type { SettingValues } from '../settings/table/index.js'

/** Addresses a node may be at, without a path: the one that was named, else where one listens on this machine. */
export function knownNodes(values: SettingValues): readonly string[] {
  const { node, 'mesh-port': meshPort, 'mcp-port': mcpPort } = values
  if (node !== undefined) return [node.replace(/\/+$/, '').replace(/\/mcp$/, '')]
  const ports = new Set([meshPort, mcpPort].filter((port) => port !== 0))
  return Array.from(ports, (port) => `http://127.0.0.1:${port}`)
}
