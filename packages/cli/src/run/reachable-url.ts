import { LOOPBACK_ADDRESS } from '../settings/kinds.js'

/** The address a person on this machine can open: "every interface" is not one, loopback is. */
export function reachableUrl(scheme: 'http' | 'ws', host: string, port: number, path: string): string {
  const isEvery = host === '0.0.0.0' || host === '::'
  const name = isEvery ? LOOPBACK_ADDRESS : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}${path}`
}
