import { type Catalog, KNOWN_VERSIONS, type ProtocolVersion } from '@clawstead/protocol'
import { catalogMessages } from '../catalog/wire.js'

/** The seven CATALOG frames for every version, encoded once: they are the same for every client. */
export function encodeCatalogFrames(catalog: Catalog): Record<ProtocolVersion, Buffer[]> {
  const messages = catalogMessages(catalog)
  const framesFor = (version: ProtocolVersion): Buffer[] =>
    messages.map(({ name, digest, data }) =>
      Buffer.from(
        JSON.stringify({ type: 'CATALOG', protocol_version: version, name, digest, part: 1, total_parts: 1, data }),
      ),
    )
  return Object.fromEntries(KNOWN_VERSIONS.map((version) => [version, framesFor(version)])) as Record<
    ProtocolVersion,
    Buffer[]
  >
}
