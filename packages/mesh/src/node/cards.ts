import type { Caller } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { listedSkills } from './info.js'
import { endpointOf, MCP_VERSIONS, type NodeFacts, namespaceOf } from './node-facts.js'

const SERVER_CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
/** What the schema of server cards allows. */
const CARD_DESCRIPTION_CHARACTERS_MAX = 100

/** What clients of the Model Context Protocol read before they connect. */
export function serverCard(facts: NodeFacts): Record<string, unknown> {
  const { name, version, description } = facts
  return {
    $schema: SERVER_CARD_SCHEMA,
    name: `clawstead/${cardName(name)}`,
    title: name,
    version,
    description: description.slice(0, CARD_DESCRIPTION_CHARACTERS_MAX),
    remotes: [{ type: 'streamable-http', url: endpointOf(facts), supportedProtocolVersions: MCP_VERSIONS }],
  }
}

/**
 * The card other agents' programs look for (A2A 1.0), signed with the node's key. Its interfaces are the ones there are:
 * the mesh and the Model Context Protocol.
 */
export function agentCard(facts: NodeFacts, caller: Caller): Record<string, unknown> {
  const { name, version, author, description } = facts
  const card = {
    name,
    description,
    version,
    provider: { organization: author, url: facts.publicUrl() },
    supportedInterfaces: [
      { url: endpointOf(facts), protocolBinding: 'nullblock-mcp', protocolVersion: '1.4' },
      { url: endpointOf(facts), protocolBinding: 'model-context-protocol', protocolVersion: MCP_VERSIONS[0] },
    ],
    // Nothing here has the value its absence would mean: whether such members are signed is read in two ways.
    capabilities: {},
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: listedSkills(facts, caller).map((skill) => ({
      id: skill.name,
      name: skill.name,
      description: skill.description,
      tags: [namespaceOf(skill.name)],
    })),
  }
  return { ...card, signatures: [jwsOf(facts, canonicalJson(card))] }
}

/** A detached JSON Web Signature (RFC 7515): what is signed is the card itself, so it is not repeated. */
function jwsOf({ identity }: NodeFacts, payload: string): { readonly protected: string; readonly signature: string } {
  const header = base64url(JSON.stringify({ alg: 'EdDSA', typ: 'JOSE', kid: identity.agentId }))
  return { protected: header, signature: identity.sign(`${header}.${base64url(payload)}`) }
}

function cardName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-') || 'node'
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
