import type { McpResource } from '@clawstead/skills'
import type { MeshDoor } from './mesh-door.js'

/** The node's own state for clients of the Model Context Protocol: a failing neighbour is seen, not guessed. */
export function meshResources(door: MeshDoor): readonly McpResource[] {
  return [
    {
      uri: 'mesh://status',
      name: 'mesh status',
      description: 'Health of this node, its skills and the nodes it knows.',
      mimeType: 'application/json',
      read: ({ caller }) => JSON.stringify(door.status(caller)),
    },
    {
      uri: 'mesh://discover',
      name: 'mesh endpoints',
      description: 'Addresses where skills can be called.',
      mimeType: 'application/json',
      read: ({ caller }) => JSON.stringify(door.discover(caller)),
    },
  ]
}
